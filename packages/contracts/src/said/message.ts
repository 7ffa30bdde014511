/**
 * What the jury says, without a language: the id of a message and its values. English is what is stored; the id is read
 * from it (`read.ts`) when somebody wants to see it in another language (docs/decisions/0058).
 */

export type SaidValue = string | Said | readonly Said[];

export interface Said {
  /** Kind and name: `finding/dead-links.nowhere`. */
  id: string;
  values: Readonly<Record<string, SaidValue>>;
  /** Inside another message, where it stands without its full stop. */
  bare?: true;
}

/** Forms by `Intl.PluralRules`; `by` names the value that is counted. */
export interface Plural {
  by: string;
  one?: string;
  other: string;
}

export type Message = string | Plural;

/**
 * Id → message with `{name}`. In English a name may say what it stands for: `{n#}` a number, `{name!}` one word,
 * `{at:}` a place of a file with its line, `{what@kind}` another message of that kind, `{what~kind}` the same or a quotation, `{what-kind}` the same without its full stop,
 * `{all*kind}` several of them, one after the other.
 */
export type Catalogue = Readonly<Record<string, Message>>;

export const SAID_LANGUAGES = ['en', 'de', 'ja', 'ko', 'zh-CN', 'zh-TW'] as const;
export type SaidLanguage = (typeof SAID_LANGUAGES)[number];

export function formsOf(message: Message): readonly string[] {
  if (typeof message === 'string') return [message];
  return message.one === undefined ? [message.other] : [message.one, message.other];
}
