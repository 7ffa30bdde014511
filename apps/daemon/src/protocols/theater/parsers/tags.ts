/**
 * The protocol's tag names and how the lexer finds one at a `<`. In stored text of version 1 names are upper case,
 * by the letter; live text is read in any case and under a namespace; in version 2 a tag is one only with the run's
 * code behind its name, and everything else is text.
 */

import { asItLooks, isPlain } from './lookalikes.ts';

export const TAG_NAMES = [
  'CRITIQUE_RUN',
  'ROUND',
  'PANELIST',
  'NOTES',
  'ARTIFACT',
  'DIM',
  'MUST_FIX',
  'ROUND_END',
  'REASON',
  'SHIP',
  'SUMMARY',
] as const;
export type TagName = (typeof TAG_NAMES)[number];

/** How the tags of a text are written. */
export interface Dialect {
  /** Version 2: stands behind every name, as in `<SHIP-code>`. Null: version 1. */
  readonly code: string | null;
  /** Version 1 as models write it: also in other cases, and under a namespace. */
  readonly loose: boolean;
  /** Version 2: names with the code, as nearly every tag has them, by their first letter. */
  readonly sealedTags: readonly (readonly SealedTag[])[];
}

interface SealedTag {
  readonly name: TagName;
  readonly written: string;
}

export const STORED: Dialect = { code: null, loose: false, sealedTags: [] };
export const LOOSE: Dialect = { code: null, loose: true, sealedTags: [] };

export function sealedBy(code: string): Dialect {
  const sealedTags = Array.from({ length: 26 }, (_, letter) =>
    TAG_NAMES.filter((name) => name.charCodeAt(0) === UPPER_A + letter).map((name) => ({
      name,
      // Joined, not a template: that would be a rope, and every comparison would walk it.
      written: [name, '-', code].join(''),
    })),
  );
  return { code, loose: false, sealedTags };
}

/** Tags that hold running text, and how each ends; a protocol tag inside one is an unbalanced block. */
export const LEAF_ENDS = {
  DIM: '</DIM>',
  MUST_FIX: '</MUST_FIX>',
  NOTES: '</NOTES>',
  REASON: '</REASON>',
  SUMMARY: '</SUMMARY>',
} as const satisfies Partial<Record<TagName, string>>;
export type LeafTag = keyof typeof LEAF_ENDS;

export function isLeafTag(name: TagName): name is LeafTag {
  return name === 'DIM' || name === 'MUST_FIX' || name === 'NOTES' || name === 'REASON' || name === 'SUMMARY';
}

export const CDATA_OPEN = '<![CDATA[';
export const CDATA_CLOSE = ']]>';
export const COMMENT_OPEN = '<!--';
export const INSTRUCTION_OPEN = '<?';

const NO_NAMES: readonly TagName[] = [];
const BY_LENGTH: readonly (readonly TagName[])[] = Array.from({ length: 16 }, (_, length) =>
  TAG_NAMES.filter((name) => name.length === length),
);
/** Every beginning of a name, whole names included: what may still become a tag. */
const PREFIXES: ReadonlySet<string> = new Set(
  TAG_NAMES.flatMap((name) => Array.from(name, (_, length) => name.slice(0, length + 1))),
);
/** Openers of regions whose content is skipped whole when they stand between blocks. */
const THINKING_NAMES = ['thinking', 'think'] as const;
/** What agents put around what they do not mean to say. */
const LOOSE_THINKING =
  /^<((?:ant[-_:]?)?thinking|think|thoughts?|reasoning|reflections?|analysis|scratch[-_]?pad|scratch|drafts?|plan|planning|(?:inner[-_]?)?monologue|internal|chain[-_]of[-_]thought|cot|deliberation|examples?|quote|blockquote|pre|code|template|details|(?:tool|function)[-_]?(?:calls?|outputs?|responses?|results?|use)|observations?|search[-_]results?)(?:\s[^<>]*)?>/i;
const UNFINISHED_THINKING = /^<[a-z_:-]{2,24}(?:\s[^<>]*)?$/i;
const LONGEST_THINKING = 100;
/** Names no page or sentence uses for anything else: read in any case. The others only as they are written. */
const OWN_NAMES: ReadonlySet<TagName> = new Set<TagName>([
  'CRITIQUE_RUN',
  'PANELIST',
  'MUST_FIX',
  'ROUND_END',
]);
/** Between the letters of a name nobody sees them. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/;
const EVERY_INVISIBLE = new RegExp(INVISIBLE.source, 'g');
/** No name, namespace included, is longer. */
const LONGEST_NAME = 80;

/** What stands at a `<`. `need_more` means: the text ended before it could be told. */
export type Markup =
  | { kind: 'tag'; name: TagName; closing: boolean; nameEnd: number }
  | { kind: 'cdata' }
  | { kind: 'comment' }
  | { kind: 'instruction' }
  | { kind: 'thinking'; closer: string }
  | { kind: 'text' }
  | { kind: 'need_more' };

const TEXT: Markup = { kind: 'text' };
const NEED_MORE: Markup = { kind: 'need_more' };
const CDATA: Markup = { kind: 'cdata' };
const COMMENT: Markup = { kind: 'comment' };
const INSTRUCTION: Markup = { kind: 'instruction' };

const SLASH = 47;
const GREATER = 62;
const BANG = 33;
const QUESTION = 63;
const UNDERSCORE = 95;
const LOWER_T = 116;
const UPPER_A = 65;
const UPPER_Z = 90;
const COLON = 58;
const HYPHEN = 45;

export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** White space of any kind, and characters nobody sees. */
export function isGap(code: number): boolean {
  return (
    code <= 32 ||
    code === 0xa0 ||
    (code >= 0x2000 && code <= 0x200f) ||
    code === 0x202f ||
    code === 0x2060 ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

function endsName(code: number): boolean {
  return code === GREATER || code === SLASH || isGap(code);
}

/** `anyCase`: the text writes its names in lower case. */
export function markupIn(dialect: Dialect, text: string, at: number, anyCase: boolean): Markup {
  if (dialect.code !== null) {
    const markup = sealedTagAt(text, at, dialect) ?? sealedAt(text, at, dialect.code);
    return markup.kind === 'text' ? disguisedAt(text, at, dialect.code) : markup;
  }
  return dialect.loose ? looseAt(text, at, anyCase) : markupAt(text, at);
}

const NO_TAGS: readonly SealedTag[] = [];
/** One for all of them: whoever asks has taken what he needs before he asks again. */
const SEALED: Extract<Markup, { kind: 'tag' }> = { kind: 'tag', name: 'DIM', closing: false, nameEnd: 0 };

/** Version 2, by the letter: compared in place, with nothing read letter by letter. */
function sealedTagAt(text: string, at: number, { sealedTags }: Dialect): Markup | null {
  const closing = text.charCodeAt(at + 1) === SLASH;
  const start = at + (closing ? 2 : 1);
  const letter = text.charCodeAt(start);
  if (!(letter >= UPPER_A && letter <= UPPER_Z)) return null;
  for (const tag of sealedTags[letter - UPPER_A] ?? NO_TAGS) {
    if (!text.startsWith(tag.written, start)) continue;
    const nameEnd = start + tag.written.length;
    if (nameEnd < text.length && endsName(text.charCodeAt(nameEnd))) {
      SEALED.name = tag.name;
      SEALED.closing = closing;
      SEALED.nameEnd = nameEnd;
      return SEALED;
    }
  }
  return null;
}

/** Version 2: a name of ours, in any case and under any namespace, with the code behind it. */
function sealedAt(text: string, at: number, code: string): Markup {
  let nameStart = at + 1;
  const first = text.charCodeAt(nameStart);
  if (first === BANG) return declarationAt(text, at);
  if (first === QUESTION) return INSTRUCTION;
  const closing = first === SLASH;
  if (closing) nameStart++;
  let end = nameEnd(text, nameStart);
  if (text.charCodeAt(end) === COLON && end > nameStart) {
    nameStart = end + 1;
    end = nameEnd(text, nameStart);
  }
  if (end - at > LONGEST_NAME) return TEXT;
  if (end >= text.length) return NEED_MORE;
  if (end === nameStart) return TEXT;
  if (text.charCodeAt(end) !== HYPHEN) return closing ? TEXT : looseThinkingAt(text, at);
  if (!text.startsWith(code, end + 1)) {
    // `MUST-FIX` is `MUST_FIX` to whoever writes it.
    const second = nameEnd(text, end + 1);
    if (text.charCodeAt(second) === HYPHEN && second > end + 1) end = second;
    const rest = text.slice(end + 1, end + 1 + code.length).toLowerCase();
    if (rest.length < code.length && code.startsWith(rest)) return NEED_MORE;
    if (rest !== code) return closing ? TEXT : looseThinkingAt(text, at);
  }
  const after = end + 1 + code.length;
  if (after >= text.length) return NEED_MORE;
  if (!endsName(text.charCodeAt(after))) return TEXT;
  const name = nameOf(text, nameStart, end - nameStart) ?? looseName(text.slice(nameStart, end));
  return name === null ? TEXT : { kind: 'tag', name, closing, nameEnd: after };
}

/** Longer than any name with its code, also where nobody sees half of its characters. */
const LONGEST_DISGUISE = 160;
const DISGUISE_END = /[\s<>/]/;
const DISGUISE = /^(?:[A-Za-z_]+:)?([A-Za-z_-]+)-([A-Za-z0-9]+)$/;

/**
 * The same under letters that look like ours, or between characters nobody sees. Only the agent knows the code: whoever
 * writes it has written a tag, whatever its letters.
 */
function disguisedAt(text: string, at: number, code: string): Markup {
  const closing = text.charCodeAt(at + 1) === SLASH;
  const start = at + (closing ? 2 : 1);
  const window = text.slice(start, start + LONGEST_DISGUISE);
  const length = window.search(DISGUISE_END);
  const word = length === -1 ? window : window.slice(0, length);
  if (isPlain(word)) return TEXT;
  if (length === -1) return window.length < LONGEST_DISGUISE ? NEED_MORE : TEXT;
  const [, looks = '', mark = ''] = DISGUISE.exec(asItLooks(word)) ?? [];
  const name = mark.toLowerCase() === code ? looseName(looks) : null;
  return name === null ? TEXT : { kind: 'tag', name, closing, nameEnd: start + length };
}

function nameEnd(text: string, from: number): number {
  let end = from;
  let code = text.charCodeAt(end);
  while (
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === UNDERSCORE ||
    (code > 0x7f && INVISIBLE.test(text.charAt(end)))
  )
    code = text.charCodeAt(++end);
  return end;
}

/** Version 1 as models write it. What is a tag by the letter is one here too. */
function looseAt(text: string, at: number, anyCase: boolean): Markup {
  const strict = markupAt(text, at);
  if (strict.kind !== 'text') return strict;
  const closing = text.charCodeAt(at + 1) === SLASH;
  let nameStart = at + (closing ? 2 : 1);
  let end = nameEnd(text, nameStart);
  const namespaced = text.charCodeAt(end) === COLON && end > nameStart;
  if (namespaced) {
    nameStart = end + 1;
    end = nameEnd(text, nameStart);
  }
  if (end - at > LONGEST_NAME) return TEXT;
  if (end >= text.length) return NEED_MORE;
  if (!endsName(text.charCodeAt(end))) return TEXT;
  const name = looseName(text.slice(nameStart, end));
  if (name !== null && (namespaced || anyCase || OWN_NAMES.has(name)))
    return { kind: 'tag', name, closing, nameEnd: end };
  return looseThinkingAt(text, at);
}

function looseThinkingAt(text: string, at: number): Markup {
  const opening = text.slice(at, at + LONGEST_THINKING);
  const thinking = LOOSE_THINKING.exec(opening);
  if (thinking !== null) return { kind: 'thinking', closer: `</${thinking[1]}>` };
  return opening.length < LONGEST_THINKING && UNFINISHED_THINKING.test(opening) ? NEED_MORE : TEXT;
}

function looseName(word: string): TagName | null {
  const upper = word.replace(EVERY_INVISIBLE, '').replaceAll('-', '_').toUpperCase();
  return TAG_NAMES.find((name) => name === upper || name.replace('_', '') === upper) ?? null;
}

function markupAt(text: string, at: number): Markup {
  let nameStart = at + 1;
  if (nameStart >= text.length) return NEED_MORE;
  let code = text.charCodeAt(nameStart);
  if (code === BANG) return declarationAt(text, at);
  if (code === LOWER_T) return thinkingAt(text, at);
  const closing = code === SLASH;
  if (closing) {
    nameStart++;
    if (nameStart >= text.length) return NEED_MORE;
    code = text.charCodeAt(nameStart);
  }
  let end = nameStart;
  while (end < text.length && ((code >= 65 && code <= 90) || code === UNDERSCORE))
    code = text.charCodeAt(++end);
  if (end === nameStart) return TEXT;
  if (end >= text.length) return PREFIXES.has(text.slice(nameStart)) ? NEED_MORE : TEXT;
  if (!endsName(code)) return TEXT;
  const name = nameOf(text, nameStart, end - nameStart);
  return name === null ? TEXT : { kind: 'tag', name, closing, nameEnd: end };
}

/** Compares in place: a slice to look up would have to be made and hashed for every tag. */
function nameOf(text: string, start: number, length: number): TagName | null {
  for (const name of BY_LENGTH[length] ?? NO_NAMES) if (text.startsWith(name, start)) return name;
  return null;
}

function declarationAt(text: string, at: number): Markup {
  if (text.startsWith(COMMENT_OPEN, at)) return COMMENT;
  if (text.startsWith(CDATA_OPEN, at)) return CDATA;
  const rest = text.slice(at, at + CDATA_OPEN.length);
  return COMMENT_OPEN.startsWith(rest) || CDATA_OPEN.startsWith(rest) ? NEED_MORE : TEXT;
}

function thinkingAt(text: string, at: number): Markup {
  for (const name of THINKING_NAMES) {
    const after = at + 1 + name.length;
    if (text.startsWith(name, at + 1)) {
      if (after >= text.length) return NEED_MORE;
      if (text.charCodeAt(after) === GREATER) return { kind: 'thinking', closer: `</${name}>` };
    } else if (text.length < after && name.startsWith(text.slice(at + 1))) return NEED_MORE;
  }
  return TEXT;
}
