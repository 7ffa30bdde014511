/** Where in the source a piece of a block's text stands, and where a value of its style is written. */

import type { Observation } from '../finding.ts';
import type { DeclarationSource } from './css.ts';
import type { Page, PageElement } from './page.ts';
import { oncePerPage } from './reading.ts';
import { TAILWIND_SHEET } from './tailwind.ts';
import type { TextBlock } from './text.ts';

/** The `nth` place of `hit` among the block's pieces of source; nothing when it spans two of them. */
export function positionOf(
  page: Page,
  { ranges }: TextBlock,
  hit: string,
  nth: number,
): { position?: { line: number; column: number } } {
  const words = hit.trim().slice(0, MAX_SOUGHT).split(/\s+/);
  const pattern = new RegExp(
    words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+'),
    'g',
  );
  let left = nth;
  for (const range of ranges) {
    const raw = page.html.slice(range.start, Math.min(range.end, range.start + MAX_SEARCHED));
    for (const match of raw.matchAll(pattern)) {
      if (left > 0) left -= 1;
      else return { position: placeIn(raw, match.index, range) };
    }
  }
  return {};
}

const MAX_SOUGHT = 60;
/** A paragraph longer than this is placed by its start. */
const MAX_SEARCHED = 20_000;

function placeIn(raw: string, index: number, { line, column }: { line: number; column: number }) {
  const before = raw.slice(0, index);
  const breaks = before.match(/\r\n|\r|\n/g)?.length ?? 0;
  if (breaks === 0) return { line, column: column + index };
  return {
    line: line + breaks,
    column: index - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')),
  };
}

/** The declaration that gives the element the first of these properties it has; null for the browser's own. */
export function declarationOf(
  page: Page,
  at: PageElement,
  properties: readonly string[],
): DeclarationSource | null {
  const style = page.styleOf(at);
  for (const property of properties) {
    const source = style.source(property) ?? style.declared(property)?.source ?? null;
    // What was compiled here is written nowhere.
    if (source !== null) return source.sheet === TAILWIND_SHEET ? null : source;
  }
  return null;
}

/** Its place in the page; null when it is written in a file. */
export function placeOfDeclaration(
  page: Page,
  { where, valueRange, line, column }: DeclarationSource,
): { line: number; column: number } | null {
  if (where === 'attribute') return { line, column };
  return valueRange === null ? null : placeOfOffset(page, valueRange.start);
}

/** The same as part of an observation. */
export function atDeclaration(page: Page, source: DeclarationSource | null): Pick<Observation, 'position'> {
  const position = source === null ? null : placeOfDeclaration(page, source);
  return position === null ? {} : { position };
}

const lineStarts = oncePerPage((page: Page): number[] => {
  const starts = [0];
  for (const { index, 0: end } of page.html.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  return starts;
});

export function placeOfOffset(page: Page, offset: number): { line: number; column: number } {
  const starts = lineStarts(page);
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}
