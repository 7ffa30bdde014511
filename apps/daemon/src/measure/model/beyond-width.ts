/** What certainly reaches beyond a narrow screen though no width in pixels says so: for claims that hold in any font. */
import { splitWords } from './computed/parts.ts';
import { leastLength } from './least-size.ts';
import type { Page, PageElement } from './page.ts';
import { childElements, descendants, oncePerPage, textOf, visibleBlocks } from './reading.ts';

/** In words; null where it fits, or where layout would have to be known. */
export function beyond(page: Page, at: PageElement, widest: number): string | null {
  if (at.tag === 'table') return tableBeyond(page, at, widest);
  return lineBeyond(page, at, widest) ?? columnsBeyond(page, at, widest) ?? partBeyond(page, at);
}

/** A line that may not break, or a word that cannot. */
function lineBeyond(page: Page, at: PageElement, widest: number): string | null {
  const block = blocksOf(page).get(at);
  if (block === undefined || block.kind === 'code') return null;
  const style = page.styleOf(at);
  const whiteSpace = style.value('white-space') ?? style.declared('white-space')?.value ?? 'normal';
  const isOneLine = /^(nowrap|pre)$/.test(whiteSpace.trim());
  if (isOneLine && isOnPhones(style.declared('white-space', 'text-wrap')?.source?.conditions)) {
    const px = leastLength(block.text.length, style.fontSize);
    return px > widest ? `a line of at least ${Math.round(px)}px may not break` : null;
  }
  const breaks = `${style.declared('overflow-wrap', 'word-wrap')?.value ?? ''} ${style.declared('word-break')?.value ?? ''} ${style.declared('hyphens')?.value ?? ''}`;
  if (/anywhere|break-word|break-all|auto/.test(breaks) || UNSPACED.test(block.text)) return null;
  const longest = block.text
    .split(/[\s\u00ad\u200b/?&=-]+/)
    .reduce((most, word) => Math.max(most, word.length), 0);
  const px = leastLength(longest, style.fontSize);
  return px > widest ? `a word of ${longest} letters takes at least ${Math.round(px)}px` : null;
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

const blocksOf = oncePerPage(
  (page: Page) => new Map(visibleBlocks(page).map((block) => [block.element, block])),
);

const MOST_ROWS = 100;
const LEAST_COLUMNS = 3;

/** A column is no narrower than its longest word; a table that is laid out in blocks has no columns. */
function tableBeyond(page: Page, table: PageElement, widest: number): string | null {
  const style = page.styleOf(table);
  const narrowed = narrowedOn(page);
  if (
    !/table/.test(style.value('display') ?? 'table') ||
    narrowed.has('display') ||
    style.value('table-layout') === 'fixed'
  )
    return null;
  if (/auto|scroll|hidden/.test(style.value('overflow-x') ?? '')) return null;
  const own = style.declared('min-width', 'width');
  const fixed = own?.source != null && FIXED.test(own.value) ? (style.length(own.value) ?? 0) : 0;
  if (fixed > widest && isOnPhones(own?.source?.conditions) && !narrowed.has('min-width'))
    return `columns of ${Math.round(fixed)}px`;
  const columns: number[] = [];
  for (const row of descendants(table)
    .filter(({ tag }) => tag === 'tr')
    .slice(0, MOST_ROWS)) {
    let column = 0;
    for (const cell of childElements(row)) {
      const span = Number(cell.attributes.get('colspan') ?? 1) || 1;
      if (span === 1) columns[column] = Math.max(columns[column] ?? 0, leastCell(page, cell));
      column += span;
    }
  }
  const px = columns.reduce((sum, one) => sum + (one ?? 0), 0);
  return columns.length >= LEAST_COLUMNS && px > widest ? `columns of ${Math.round(px)}px` : null;
}

function leastCell(page: Page, cell: PageElement): number {
  const style = page.styleOf(cell);
  const { left, right } = style.padding();
  const text = textOf(cell);
  const breaks = `${style.declared('overflow-wrap', 'word-wrap')?.value ?? ''} ${style.value('word-break') ?? ''} ${style.declared('hyphens')?.value ?? ''}`;
  const isOneLine = /nowrap/.test(style.value('white-space') ?? '');
  const longest = isOneLine
    ? text.length
    : Math.max(0, ...text.split(/[\s\u00ad\u200b/-]+/).map(({ length }) => length));
  const letters = /anywhere|break-word|break-all|auto/.test(breaks) || UNSPACED.test(text) ? 1 : longest;
  return leastLength(letters, style.fontSize) + (left ?? 0) + (right ?? 0);
}

const FIXED = /^\s*(?:\d+(?:\.\d+)?|\.\d+)(?:px|r?em)\s*$/;

/** Properties that some rule for narrow screens sets anew; whether for this element is not asked. */
const narrowedOn = oncePerPage((page: Page) => {
  const found = new Set<string>();
  for (const { root, media } of page.sheets)
    root.walkDecls((declaration) => {
      for (let at = declaration.parent; at !== undefined && at.type !== 'root'; at = at.parent as typeof at)
        if (at.type === 'atrule' && NARROW.test((at as { params?: string }).params ?? ''))
          found.add(declaration.prop);
      if (NARROW.test(media ?? '')) found.add(declaration.prop);
    });
  return found;
});
const NARROW = /max-width|width\s*<|max-inline-size/;

/** Columns of a grid that are given in pixels add up. */
function columnsBeyond(page: Page, at: PageElement, widest: number): string | null {
  const style = page.styleOf(at);
  const columns = style.declared('grid-template-columns');
  if (columns === null || columns.source === null || !isOnPhones(columns.source.conditions)) return null;
  if (!/grid/.test(style.value('display') ?? '') || narrowedOn(page).has('grid-template-columns'))
    return null;
  const repeated = columns.value.replace(
    /repeat\(\s*(\d{1,2})\s*,\s*([^()]*(?:\([^()]*\)[^()]*)*)\)/g,
    (_, times: string, list: string) => `${list} `.repeat(Number(times)),
  );
  let px = 0;
  for (const track of splitWords(repeated)) {
    const least = /^minmax\(\s*([^,]+),/.exec(track)?.[1] ?? track;
    // What grows with the screen is another length there.
    if (FIXED.test(least)) px += style.length(least) ?? 0;
  }
  return px > widest ? `columns of ${Math.round(px)}px` : null;
}

/** More than what is around it. */
function partBeyond(page: Page, at: PageElement): string | null {
  const declared = page.styleOf(at).declared('width', 'min-width');
  if (declared === null || declared.source === null || !isOnPhones(declared.source.conditions)) return null;
  const [, digits] = /^\s*(\d+(?:\.\d+)?)%\s*$/.exec(declared.value) ?? [];
  if (digits === undefined || Number(digits) < MUCH_MORE || /^(img|video|canvas|iframe)$/.test(at.tag))
    return null;
  return `${declared.property}: ${digits}%`;
}

/** A little more than all is how boxes are drawn to the edge of their padding. */
const MUCH_MORE = 115;

function isOnPhones(conditions: readonly string[] | undefined): boolean {
  return !(conditions ?? []).some((condition) => /min-width|width\s*>/.test(condition));
}
