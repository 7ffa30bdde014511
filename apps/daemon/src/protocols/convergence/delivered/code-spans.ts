/** Comments and strings of a program, from the first to the last. What looks like a comment inside of a string is none. */

export interface CodeSpan {
  kind: 'comment' | 'string';
  start: number;
  end: number;
}

/** One line each, but for the last; a lone quote is no string. What closes it is captured. */
const STRINGS: Readonly<Record<string, RegExp>> = {
  '"': /"(?:\\.|[^"\\\n])*("?)/y,
  "'": /'(?:\\.|[^'\\\n])*('?)/y,
  '`': /`(?:\\[\s\S]|[^`\\])*(`?)/y,
};

/** @param comment the source of a pattern that takes a comment without an end to the end of the text */
export function* codeSpans(text: string, comment: string): Generator<CodeSpan> {
  const next = new RegExp(`(${comment})|["'\`]`, 'g');
  // By quote: up to where none closes it. The quotes until there are not tried again, so that a long line is read once.
  const unclosed = new Map<string, number>();
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const start = match.index;
    if (match[1] !== undefined) {
      yield { kind: 'comment', start, end: next.lastIndex };
      continue;
    }
    const string = STRINGS[match[0]];
    if (string === undefined || start < (unclosed.get(match[0]) ?? 0)) continue;
    string.lastIndex = start;
    const [whole = '', closing = ''] = string.exec(text) ?? [];
    const end = start + whole.length;
    if (closing === '') unclosed.set(match[0], end);
    else {
      yield { kind: 'string', start, end };
      next.lastIndex = end;
    }
  }
}

/** The text with these stretches blanked, line for line. */
export function blanked(text: string, spans: Iterable<Pick<CodeSpan, 'start' | 'end'>>): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(at, start), text.slice(start, end).replace(/[^\n]/g, ' '));
    at = end;
  }
  return parts.join('') + text.slice(at);
}

/** Of C and all that write like it. */
export const SLASHED_COMMENT = String.raw`\/\*[\s\S]*?(?:\*\/|$)|(?<!:)\/\/[^\n]*`;
