import type { Audit, Observation } from '../finding.ts';
import { headingLevel } from '../model/outline.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, headings, headingText, oncePerPage, textOf } from '../model/reading.ts';

/** What says something without words. */
const SHOWS =
  /^(img|picture|video|audio|canvas|svg|iframe|object|embed|input|select|textarea|button|form|table|hr|math|meter|progress)$/;

export const emptySections: Audit = {
  id: 'empty-sections',
  role: 'copy',
  dim: 'finished',
  weight: 7,
  title: 'Every heading has something below it',
  why: 'A heading over nothing is a promise that nobody kept.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/headings-and-labels.html',
  severity: 'major',
  tier: 'report',
  unit: 'headings and boxes with nothing in them',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    const list = headings(page).filter((heading) => page.isVisible(heading));
    const isScripted = page.byTag('script').length > 0;
    const found: Observation[] = [];
    list.forEach((at, index) => {
      const next = list[index + 1];
      // A heading over headings of a lower rank is followed by something: by them.
      if (headingLevel(at) === 1 || (next !== undefined && headingLevel(next) > headingLevel(at))) return;
      if (hasContent(page, at, next) || isSiblingCard(at) || isClosedFold(at)) return;
      found.push({
        at,
        measured: 'nothing between it and the next heading',
        required: 'text, or something to see',
        message: `"${headingText(page, at).slice(0, 40)}" is a heading over nothing.`,
        suggestion: 'Write the section, or take the heading out.',
        // A script may write what belongs here.
        ...(isScripted ? { severity: 'minor' as const } : {}),
      });
    });
    found.push(...emptyBoxes(page, isScripted));
    return { checked: list.length, found };
  },
};

/** Where a text, or something to see, begins, in the order of the source. */
const contentStarts = oncePerPage((page: Page): number[] => {
  const starts: number[] = [];
  for (const element of page.elements) {
    if (SHOWS.test(element.tag) && element.startTag !== null && page.engine.isRendered(element))
      starts.push(element.startTag.start);
    for (const child of element.children)
      if (child.kind === 'text' && child.range !== null && child.value.trim() !== '')
        starts.push(child.range.start);
  }
  return starts.sort((a, b) => a - b);
});

/** Text or something to see after the heading, before the next one, inside what the heading heads. */
function hasContent(page: Page, at: PageElement, next: PageElement | undefined): boolean {
  const home = sectionOf(at);
  // A heading that is a link, or stands in one, is the title of something that is seen elsewhere.
  if (home.tag === 'a' || home.tag === 'summary' || home.tag === 'label') return true;
  const from = (at.endTag ?? at.startTag)?.end;
  if (from === undefined) return true;
  const until = Math.min(
    next?.startTag?.start ?? Number.POSITIVE_INFINITY,
    home.endTag?.start ?? Number.POSITIVE_INFINITY,
  );
  const starts = contentStarts(page);
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return (starts[low] ?? Number.POSITIVE_INFINITY) < until;
}

/** The nearest part of the page around a heading: what lies outside is not below it. */
function sectionOf(at: PageElement): PageElement {
  let home = at.parent ?? at;
  while (
    home.parent !== null &&
    !/^(section|article|aside|main|body|td|dialog|details|form|nav|footer|li|fieldset|a|summary|label)$/.test(
      home.tag,
    )
  )
    home = home.parent;
  return home;
}

/** A heading that opens what it heads: until then there may be nothing. */
function isClosedFold(at: PageElement): boolean {
  return childElements(at).some(
    (one) => one.tag === 'button' && one.attributes.get('aria-expanded') === 'false',
  );
}

/** One of several alike that are nothing but their title: names in a list, labels of a board. */
function isSiblingCard(at: PageElement): boolean {
  const around = at.parent;
  if (around === null || around.parent === null || childElements(around).length !== 1) return false;
  const alike = childElements(around.parent).filter(
    (one) => one.tag === around.tag && childElements(one).length === childElements(around).length,
  );
  const alone = alike.filter(
    (one) => textOf(one) !== '' && childElements(one).every(({ tag }) => /^h[1-6]$/.test(tag)),
  );
  return alone.length >= 2 && alone.length === alike.length;
}

const BOX = /^(section|article|p|li|blockquote|dd|figcaption|td)$/;

/** A paragraph, item or section in which nothing stands. */
function emptyBoxes(page: Page, isScripted: boolean): Observation[] {
  const found: Observation[] = [];
  for (const at of page.elements) {
    if (!at.html || !BOX.test(at.tag) || at.startTag === null) continue;
    if (at.children.some((child) => child.kind === 'element' || child.value.trim() !== '')) continue;
    if (!page.engine.isRendered(at) || isDrawn(page, at)) continue;
    // A cell without a value is one; a place with a name is a script's.
    if (at.tag === 'td' || (isScripted && at.attributes.size > 0)) continue;
    const isPart = /^(section|article|li)$/.test(at.tag);
    found.push({
      at,
      measured: `an empty <${at.tag}>`,
      required: 'content',
      message: `<${at.tag}> has nothing in it.`,
      suggestion: 'Fill it or take it out; distance is a margin.',
      ...(isPart && !isScripted ? {} : { severity: 'minor' as const }),
    });
  }
  return found;
}

/** Drawn by styles: a colour, a picture, a line. */
function isDrawn(page: Page, at: PageElement): boolean {
  if (page.gaps.style !== null) return true;
  const style = page.styleOf(at);
  const ground = style.color('background-color');
  return (
    (ground !== null && ground.alpha > 0.05 && style.source('background-color') !== null) ||
    style.declared('background-image', 'background')?.source != null ||
    (style.px('border-top-width') ?? 0) > 0 ||
    (style.px('height') ?? 0) > 0
  );
}
