/** What the author wrote and the parser did not take as it stands: tags it dropped, moved or closed by itself. */
import type { PageElement } from './dom.ts';
import type { Page } from './page.ts';
import { placeOfOffset } from './place.ts';

const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr basefont bgsound frame keygen'.split(
    ' ',
  ),
);
/** Their end may be left out. */
const OPTIONAL = new Set(
  'html head body li dt dd p rt rp optgroup option colgroup caption thead tbody tfoot tr td th'.split(' '),
);

/** Elements that need a closing tag and have none. */
export function unclosed(page: Page): PageElement[] {
  const closed = new Set<number>();
  for (const { startTag, endTag } of page.elements)
    if (startTag !== null && endTag !== null) closed.add(startTag.start);
  return page.elements.filter(({ html, tag, startTag, endTag }) => {
    if (!html || startTag === null || endTag !== null || closed.has(startTag.start)) return false;
    // Formatting that is repaired is made again from the same tag: it is said once.
    closed.add(startTag.start);
    return !VOID.has(tag) && !OPTIONAL.has(tag);
  });
}

export interface DroppedTag {
  tag: string;
  isEnd: boolean;
  /** What stands around it. */
  at: PageElement | null;
  range: { line: number; column: number } | null;
  /** Something is lost with it: a form inside a form, cells outside a table, a part that was moved out of one. */
  isFormOrTable: boolean;
}

/** Only these are dropped where they may not stand; every other start tag makes an element. */
const DROPPABLE = new Set('form tr td th thead tbody tfoot caption col colgroup'.split(' '));
const RAW = new Set(
  'script style textarea title xmp iframe noembed noframes noscript template svg math plaintext'.split(' '),
);
const MAX_DROPPED = 200;

export function droppedTags(page: Page): DroppedTag[] {
  if (page.format !== 'html') return [];
  const starts = new Set<number>();
  const ends = new Set<number>();
  const skipped: { start: number; end: number }[] = page.comments.flatMap(({ range }) => range ?? []);
  for (const { startTag, endTag, tag } of page.elements) {
    if (startTag !== null) starts.add(startTag.start);
    // An end without a beginning makes a paragraph of nothing.
    if (endTag !== null && startTag !== null) ends.add(endTag.start);
    if (startTag !== null) skipped.push({ start: startTag.start + 1, end: startTag.end });
    if (startTag !== null && RAW.has(tag))
      skipped.push({ start: startTag.start + 1, end: endTag?.start ?? page.html.length });
  }
  skipped.sort((a, b) => a.start - b.start);
  const found: DroppedTag[] = [...moved(page)];
  let [next, until] = [0, 0];
  for (const match of page.html.matchAll(/<(\/?)([a-z][a-z\d]*)(?=[\s/>])/gi)) {
    if (found.length >= MAX_DROPPED) break;
    for (; next < skipped.length && (skipped[next]?.start ?? 0) <= match.index; next += 1)
      until = Math.max(until, skipped[next]?.end ?? 0);
    if (match.index < until) continue;
    const tag = (match[2] ?? '').toLowerCase();
    const isEnd = match[1] === '/';
    const isKnown = isEnd
      ? ends.has(match.index) || VOID.has(tag) || /^(html|head|body)$/.test(tag)
      : !DROPPABLE.has(tag) || starts.has(match.index);
    if (isKnown) continue;
    const at = around(page, match.index);
    // The end of a tag that was itself dropped says nothing new.
    if (isEnd && DROPPABLE.has(tag) && found.some((one) => !one.isEnd && one.tag === tag)) continue;
    found.push({ tag, isEnd, at, range: placeOfOffset(page, match.index), isFormOrTable: !isEnd });
  }
  return found;
}

/** What stood inside a table and outside its cells is moved before the table. */
function moved(page: Page): DroppedTag[] {
  const found: DroppedTag[] = [];
  for (const table of page.byTag('table')) {
    const start = table.startTag?.start;
    const siblings = table.parent?.children ?? [];
    if (start === undefined) continue;
    for (let index = siblings.indexOf(table) - 1; index >= 0; index -= 1) {
      const sibling = siblings[index];
      const range = sibling?.kind === 'element' ? sibling.startTag : sibling?.range;
      if (sibling === undefined || range == null || range.start < start) break;
      if (sibling.kind === 'element')
        found.push({ tag: sibling.tag, isEnd: false, at: sibling, range, isFormOrTable: true });
    }
  }
  return found;
}

/** The innermost element around a place. */
function around(page: Page, offset: number): PageElement | null {
  let best: PageElement | null = null;
  for (const element of page.elements) {
    const { startTag, endTag } = element;
    if (startTag !== null && startTag.start <= offset && (endTag === null || endTag.end > offset))
      best = element;
  }
  return best;
}
