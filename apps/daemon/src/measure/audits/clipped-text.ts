import type { Audit, Observation } from '../finding.ts';
import { DESKTOP } from '../model/computed/conditions.ts';
import { leastLength } from '../model/least-size.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, descendants, textOf, visibleBlocks } from '../model/reading.ts';
import type { ElementStyle } from '../model/style.ts';
import { isSilent, normalise } from '../model/text.ts';

/** A window of 1280 px at 200 %. */
const ZOOMED_PX = 640;
const ZOOMED_HEIGHT_PX = 512;
const PHONE_PX = 375;
/** Rounding is no loss; a third of a line is. */
const LOST_LINE = 0.33;
/** What lengths are computed for; see `DESKTOP`. */
const WINDOW_HEIGHT_PX = DESKTOP.height;
/** Lines stand no closer than their letters are high, unless told. */
const LEAST_LINE_EM = 1;
/** A box of a pixel or two hides its text on purpose. */
const HIDING_PX = 2;

export const clippedText: Audit = {
  id: 'clipped-text',
  role: 'critic',
  dim: 'space',
  weight: 3,
  title: 'Text is not cut off when enlarged',
  why: 'A fixed height with hidden overflow cuts words at 200 % zoom.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/resize-text.html',
  severity: 'minor',
  tier: 'report',
  unit: 'texts that would be cut off',
  properties: ['height', 'width'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const found: Observation[] = [];
    const said = new Set<PageElement>();
    let checked = 0;
    for (const { element, text } of visibleBlocks(page)) {
      const box = clippingBox(page, element);
      if (box === null) continue;
      checked += 1;
      const cut = cutOf(page, element, box);
      if (cut === null || said.has(box)) continue;
      said.add(box);
      found.push({
        at: box,
        measured: cut.what,
        required: 'room to grow',
        message: `${cut.isLost ? 'On a phone' : 'At 200 % zoom'} the text "${text.slice(0, 30)}" is cut off: ${cut.what}.`,
        suggestion: 'Use min-height instead of height, or let it overflow.',
        ...(cut.isLost ? { severity: 'major' as const } : {}),
      });
    }
    return { checked, found };
  },
};

/** The nearest box that hides what does not fit; null where it can be scrolled to, or is hidden from the eye anyway. */
function clippingBox(page: Page, element: PageElement): PageElement | null {
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    if (at.attributes.get('aria-hidden') === 'true') return null;
    const style = page.styleOf(at);
    const overflow = [style.value('overflow-x'), style.value('overflow-y')];
    if (overflow.some((value) => value === 'auto' || value === 'scroll')) return null;
    if (overflow.some((value) => value === 'hidden' || value === 'clip')) return at;
  }
  return null;
}

interface Cut {
  what: string;
  /** Whole lines, on a phone, without enlarging anything. */
  isLost: boolean;
}

/** What is certainly lost; null where the layout would have to be known. */
function cutOf(page: Page, element: PageElement, box: PageElement): Cut | null {
  const style = page.styleOf(box);
  const { fontSize } = page.styleOf(element);
  const height = zoomedHeight(style);
  const width = widthOf(page, element, box);
  const lengths = linesOf(element).map((line) => leastLength(line.length, fontSize));
  const length = Math.max(...lengths, 0);
  const isOneLine = /^(nowrap|pre)$/.test(page.styleOf(element).declared('white-space')?.value ?? '');
  if ((height ?? ZOOMED_PX) <= HIDING_PX || (width ?? ZOOMED_PX) <= HIDING_PX) return null;
  const ellipsis = /ellipsis/.test(style.declared('text-overflow')?.value ?? '');
  if (isOneLine && !ellipsis && hides(style, 'overflow-x') && length > (width ?? ZOOMED_PX))
    return {
      what: `a line of at least ${Math.round(length)}px in ${Math.round(width ?? ZOOMED_PX)}px`,
      isLost: false,
    };
  if (height === null || !hides(style, 'overflow-y')) return null;
  if (isTeaser(page, box, height) || style.declared('-webkit-line-clamp', 'line-clamp') !== null) return null;
  const line = (page.styleOf(element).lineHeight ?? LEAST_LINE_EM) * fontSize;
  const needed = (screen: number): number => {
    const room = Math.min(width ?? screen, screen);
    return lengths.reduce((sum, one) => sum + (isOneLine ? 1 : Math.max(1, Math.ceil(one / room))), 0) * line;
  };
  const said = (px: number): string =>
    `at least ${Math.round(px)}px of text in a height of ${Math.round(height)}px`;
  const onPhone = Math.max(needed(PHONE_PX), allOf(page, box));
  if (isForPhones(style) && onPhone >= Math.max(height, line) + LOST_LINE * line)
    return { what: said(onPhone), isLost: true };
  const own = style.lineHeight;
  // A line as high as its box: further lines are cut off whole, on purpose.
  if (own !== null && own * style.fontSize >= height) return null;
  return needed(ZOOMED_PX) > height ? { what: said(needed(ZOOMED_PX)), isLost: false } : null;
}

/** What stands below each other in a box adds up, with the room at its edges. */
function allOf(page: Page, box: PageElement): number {
  const style = page.styleOf(box);
  if (/flex|grid|inline/.test(style.value('display') ?? '') && style.value('flex-direction') !== 'column')
    return 0;
  const { top, bottom } = style.padding();
  const children = childElements(box);
  const isStacked = children.every(
    (child) =>
      /^(p|h[1-6]|ul|ol|div|article|section|header|footer|dl|blockquote)$/.test(child.tag) &&
      /block/.test(page.styleOf(child).value('display') ?? 'block'),
  );
  if (!isStacked || children.length < 2) return 0;
  const lines = children.slice(0, MOST_CHILDREN).map((child) => {
    const own = page.styleOf(child);
    const text = textOf(child);
    return text === ''
      ? 0
      : Math.max(1, Math.ceil(leastLength(text.length, own.fontSize) / PHONE_PX)) *
          (own.lineHeight ?? LEAST_LINE_EM) *
          own.fontSize;
  });
  const isBorderBox = /border-box/.test(style.declared('box-sizing')?.value ?? '');
  return lines.reduce((sum, one) => sum + one, 0) + (isBorderBox ? (top ?? 0) + (bottom ?? 0) : 0);
}

const MOST_CHILDREN = 50;

/** Whether the height holds on a narrow screen too. */
function isForPhones(style: ElementStyle): boolean {
  const conditions = style.declared('height', 'max-height', 'block-size')?.source?.conditions ?? [];
  return !conditions.some((condition) => /min-width|width\s*>/.test(condition));
}

/** Cut whole after its first line with a way to the rest behind it, or opened by a button. */
function isTeaser(page: Page, box: PageElement, height: number): boolean {
  const style = page.styleOf(box);
  const siblings = childElements(box.parent ?? box);
  const next = siblings[siblings.indexOf(box) + 1];
  if (next === undefined) return false;
  const isOneLine = Math.abs((style.lineHeight ?? 0) * style.fontSize - height) <= 0.5;
  const opens = isOneLine ? /^(a|button|summary)$/ : /^(button|summary)$/;
  return [next, ...descendants(next)].some((one) => opens.test(one.tag) && (isOneLine || saysMore(one)));
}

/** A button behind a box may be for anything: it opens the rest when it says so. */
function saysMore(button: PageElement): boolean {
  return (
    ['aria-expanded', 'aria-controls', 'popovertarget'].some((name) => button.attributes.has(name)) ||
    /\b(?:more|expand|show|read|continue|mehr|weiter|ganz|plus|suite|más|leer|altro|tutto|meer|mais|mer)\b|…|⌄|▾|\+/i.test(
      textOf(button),
    )
  );
}

/** As the author has broken them. */
function linesOf(element: PageElement): string[] {
  const parts: string[] = [];
  const stack: PageElement['children'][number][] = [...element.children].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'text') parts.push(node.value.replace(/\s+/g, ' '));
    else if (node.tag === 'br') parts.push('\n');
    else if (!isSilent(node)) stack.push(...[...node.children].reverse());
  }
  return parts.join('').split('\n').map(normalise);
}

function hides(style: ElementStyle, axis: 'overflow-x' | 'overflow-y'): boolean {
  return /^(hidden|clip)$/.test(style.value(axis) ?? '');
}

/** A part of the window's height is half of it at 200 %. */
function zoomedHeight(style: ElementStyle): number | null {
  const written = style.declared('height', 'max-height', 'block-size')?.value;
  const height = style.length(written);
  return height !== null && /\dd?vh\b|\d[sl]vh\b/.test(written ?? '')
    ? height * (ZOOMED_HEIGHT_PX / WINDOW_HEIGHT_PX)
    : height;
}

function sizeOf(style: ElementStyle, ...properties: string[]): number | null {
  return properties.reduce<number | null>(
    (known, property) => known ?? style.length(style.declared(property)?.value),
    null,
  );
}

/** The narrowest width that is written between the text and the box. */
function widthOf(page: Page, element: PageElement, box: PageElement): number | null {
  let least: number | null = null;
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    const width = sizeOf(page.styleOf(at), 'width', 'max-width', 'inline-size');
    if (width !== null) least = Math.min(least ?? width, width);
    if (at === box) break;
  }
  return least;
}
