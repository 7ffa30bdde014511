/** Rows of words for a screen: a head, and text broken at words that stays below itself. */
import { clean } from '../../report/clean.ts';
import type { Shell } from '../shell.ts';
import { paintRow, type Row, type Span, span, type Tone } from './paint.ts';
import { widthOf, wrap } from './text.ts';

/** No line is longer than people read with ease. */
const WIDEST = 100;
const NARROWEST_WORDS = 20;

export function screenWidth(columns: number): number {
  return Math.max(40, Math.min(columns - 1, WIDEST));
}

/** The head once, then the text behind it, its next lines below where it began. */
export function hanging(head: readonly Span[], text: string, width: number, tone: Tone = 'plain'): Row[] {
  const indent = head.reduce((sum, part) => sum + widthOf(part.text), 0);
  const [first = '', ...rest] = wrap(clean(text), Math.max(NARROWEST_WORDS, width - indent));
  return [
    [...head, span(first, tone)],
    ...rest.map((line): Row => [span(' '.repeat(indent)), span(line, tone)]),
  ];
}

/** On stdout, whole: a terminal that is narrower breaks what we did not. */
export function showRows({ out, outPaint }: Pick<Shell, 'out' | 'outPaint'>, rows: readonly Row[]): void {
  out(rows.map((row) => `${paintRow(row, Number.POSITIVE_INFINITY, outPaint)}\n`).join(''));
}
