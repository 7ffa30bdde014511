/** Where in the source a piece of a block's text stands. */
import type { Page } from './page.ts';
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
