/** A language nobody speaks: every message in brackets, so that what has no message is seen on the page. */
import { WORDS as ENGLISH_DOCUMENTS } from '@design-jury/contracts/said/documents/en';
import { WORDS as ENGLISH } from '@design-jury/contracts/said/en';
import type { Catalogue } from '@design-jury/contracts/said/message';

export const PSEUDO: Catalogue = bracketed(ENGLISH);
export const PSEUDO_DOCUMENTS: Catalogue = bracketed(ENGLISH_DOCUMENTS);

function bracketed(words: Catalogue): Catalogue {
  return Object.fromEntries(
    Object.entries(words).map(([id, message]) => {
      if (id.startsWith('mark/')) return [id, message];
      if (typeof message === 'string') return [id, inBrackets(message)];
      const { by, one, other } = message;
      return [id, { by, ...(one !== undefined && { one: inBrackets(one) }), other: inBrackets(other) }];
    }),
  );
}

function inBrackets(form: string): string {
  return `⟦${form.replace(/\{(\w+)[#!:@~*-]?\w*\}/g, '{$1}')}⟧`;
}

/** Figures, names of ours, marks: the same in every language. */
const SAME = /^(?:[\d.,:;→±×%/\s·–-]+|Design Jury|WCAG|[\d.]+ → [\d.]+)$/;

/** Texts of a page that are in no brackets, without code and what it quotes from others. */
export function outsideBrackets(html: string): string[] {
  const left: string[] = [];
  const parts = html.matchAll(/<(script|style|code)\b[\s\S]*?<\/\1>|<[^>]*>|[^<]+/g);
  for (const [part, whole] of parts) {
    if (whole !== undefined) continue;
    if (part.startsWith('<')) {
      if (part.startsWith('<meta ') && !part.startsWith('<meta name="description"')) continue;
      for (const [, text = ''] of part.matchAll(/ (?:aria-label|alt|content)="([^"]*)"/g)) note(left, text);
    } else note(left, part);
  }
  return left;
}

function note(left: string[], text: string): void {
  const shown = text.trim();
  if (shown !== '' && !SAME.test(shown) && !/^⟦[\s\S]*⟧$/.test(shown)) left.push(shown);
}
