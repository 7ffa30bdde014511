/** Whether type, colour and room are somebody's choice or what a browser gives to a page without any. */
import { toLch } from '../model/color.ts';
import type { Page, PageElement } from '../model/page.ts';
import { colorsUsed } from '../model/palette.ts';
import {
  bodyFontSize,
  headings,
  oncePerPage,
  proseBlocks,
  renderedElements,
  visibleBlocks,
} from '../model/reading.ts';
import type { TextBlock } from '../model/text.ts';
import { signAudit } from './signs.ts';

/** Texts that a look can be told by; fewer say nothing. */
const LEAST_BLOCKS = 3;

const texts = oncePerPage((page: Page): readonly TextBlock[] | null => {
  const prose = proseBlocks(page);
  const blocks = prose.length >= LEAST_BLOCKS ? prose : visibleBlocks(page);
  return blocks.length < LEAST_BLOCKS ? null : blocks.filter(({ kind }) => kind !== 'code');
});

/** The element of most of the text, by characters, where the question has an answer for each. */
function mostly(blocks: readonly TextBlock[], is: (element: PageElement) => boolean): boolean {
  let [yes, all] = [0, 0];
  for (const { element, text } of blocks) {
    all += text.length;
    if (is(element)) yes += text.length;
  }
  return yes * 2 > all;
}

export const chosenType = signAudit({
  id: 'chosen-type',
  dim: 'design',
  weight: 7,
  title: 'The type is chosen',
  why: 'Face, size and leading that nobody set are those of every page that nobody designed.',
  link: 'https://practicaltypography.com/typography-in-ten-minutes.html',
  unit: 'signs of chosen type missing',
  signs(page) {
    const blocks = texts(page);
    if (blocks === null) return null;
    const body = bodyFontSize(page);
    const largest = Math.max(0, ...headings(page).map((heading) => page.styleOf(heading).fontSize));
    const sizes = new Set(
      visibleBlocks(page).map(({ element }) => Math.round(page.styleOf(element).fontSize)),
    );
    return [
      {
        met: mostly(blocks, (element) => page.styleOf(element).source('font-family') !== null),
        raise: 'set font-family for the body',
      },
      {
        met: mostly(blocks, (element) => {
          const line = page.styleOf(element).lineHeight;
          return line !== null && line >= 1.3 && line <= 1.9;
        }),
        raise: 'set line-height for the body, about 1.5',
      },
      {
        met: largest >= body * 1.5 && largest <= body * 5,
        raise: 'set the main heading at about twice the text',
      },
      {
        met: sizes.size >= 3,
        raise: 'use at least three text sizes, which tell ranks apart',
      },
    ];
  },
});

/** In OKLCH: far enough from grey to be seen as a colour. */
const LEAST_CHROMA = 0.06;

export const chosenColour = signAudit({
  id: 'chosen-colour',
  dim: 'design',
  weight: 7,
  title: 'The colours are chosen',
  why: 'Black on white with blue links is what a browser shows when nobody has said anything.',
  link: 'https://www.nngroup.com/articles/color-enhance-design/',
  unit: 'signs of chosen colour missing',
  signs(page) {
    const blocks = texts(page);
    if (blocks === null) return null;
    const used = colorsUsed(page);
    const links = page.byTag('a').filter((link) => link.attributes.has('href') && page.isVisible(link));
    const plain = links.filter((link) => page.styleOf(link).source('color') === null);
    const fills = used.filter(
      ({ property, element }) => property === 'background-color' && element.tag !== 'html',
    );
    return [
      {
        met: mostly(blocks, (element) => page.styleOf(element).source('color') !== null),
        raise: 'set a colour for the body’s text',
      },
      {
        met: links.length === 0 || plain.length * 2 < links.length,
        raise: 'give links a colour of the page',
      },
      {
        met: used.some(({ color }) => toLch(color).c >= LEAST_CHROMA),
        raise: 'use one accent for what matters most',
      },
      {
        met:
          fills.length > 0 ||
          page.byTag('img', 'video', 'picture', 'canvas').some((one) => page.isVisible(one)),
        raise: 'set parts apart by their ground, or show something',
      },
    ];
  },
});

const LEAST_EDGE_PX = 12;
/** Of all elements; half of what pages have that were ranked in the upper half by eye. */
const PADDED_SHARE = 0.1;
const BESIDE_SHARE = 0.03;
const SHAPED_SHARE = 0.03;

export const chosenRoom = signAudit({
  id: 'chosen-room',
  dim: 'design',
  weight: 7,
  title: 'The room is chosen',
  why: 'Text from edge to edge, one part below the other, is what a page is before anybody lays it out.',
  link: 'https://m2.material.io/design/layout/understanding-layout.html',
  unit: 'signs of chosen room missing',
  signs(page) {
    const blocks = texts(page);
    if (blocks === null) return null;
    const elements = renderedElements(page);
    const share = (is: (element: PageElement) => boolean): number =>
      elements.filter(is).length / Math.max(1, elements.length);
    return [
      {
        met: mostly(blocks, (element) => roomBeside(page, element) >= LEAST_EDGE_PX),
        raise: 'give the page a container with padding',
      },
      {
        met: mostly(blocks, (element) => isLimited(page, element)),
        raise: 'set max-width for the text, about 70ch',
      },
      {
        met: share((element) => hasOwnRoom(page, element)) >= PADDED_SHARE,
        raise: 'give sections, cards and buttons padding',
      },
      {
        met: share((element) => stands(page, element)) >= BESIDE_SHARE,
        raise: 'set what belongs together side by side, with flex or grid',
      },
      {
        met: share((element) => isShaped(page, element)) >= SHAPED_SHARE,
        raise: 'give boxes and buttons a shape: corners, a border or a shadow',
      },
    ];
  },
});

function hasOwnRoom(page: Page, element: PageElement): boolean {
  return (
    page
      .styleOf(element)
      .declared('padding', 'padding-top', 'padding-left', 'padding-block', 'padding-inline', 'gap')?.source !=
    null
  );
}

function stands(page: Page, element: PageElement): boolean {
  const style = page.styleOf(element);
  return (
    /flex|grid|columns/.test(style.declared('display')?.value ?? '') ||
    /left|right/.test(style.declared('float')?.value ?? '')
  );
}

function isShaped(page: Page, element: PageElement): boolean {
  const style = page.styleOf(element);
  const radius = style.declared('border-radius')?.value ?? '0';
  const shadow = style.declared('box-shadow')?.value ?? 'none';
  return !/^0/.test(radius) || shadow !== 'none';
}

/** Padding and margins on the left of an element and of all around it. */
const roomBeside = fromAbove((page, at, above: number) => {
  const style = page.styleOf(at);
  // A width with automatic margins stands away from both edges.
  const centred =
    style.declared('max-width', 'width')?.source != null &&
    /auto/.test(style.declared('margin', 'margin-left', 'margin-inline')?.value ?? '');
  if (centred) return Number.POSITIVE_INFINITY;
  return above + (style.padding().left ?? 0) + Math.max(0, style.margin().left ?? 0);
}, 0);

const isLimited = fromAbove((page, at, above: boolean) => {
  if (above || at.tag === 'html') return above;
  const width = page
    .styleOf(at)
    .declared('max-width', 'width', 'flex', 'flex-basis', 'columns', 'grid-template-columns');
  return width?.source != null && !/^(100%|auto|none|100vw|initial)$/.test(width.value);
}, false);

/** A value that goes down from element to element, computed once for each. */
function fromAbove<Value>(
  step: (page: Page, at: PageElement, above: Value) => Value,
  top: Value,
): (page: Page, at: PageElement) => Value {
  const known = new WeakMap<PageElement, Value>();
  const read = (page: Page, at: PageElement): Value => {
    const found = known.get(at);
    if (found !== undefined) return found;
    const value = step(page, at, at.parent === null ? top : read(page, at.parent));
    known.set(at, value);
    return value;
  };
  return read;
}
