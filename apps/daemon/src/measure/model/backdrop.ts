/**
 * What may lie behind a text, as far as the source can tell: a box of colours, from the darkest to the lightest of each
 * channel. A picture may be any colour; a half-transparent bar over it narrows that. The contrast of a text is then an
 * interval, and often decided though the picture is not known.
 */
import { resolveColor } from './computed/colors.ts';
import { splitAt, splitWords, wholeCall } from './computed/parts.ts';
import type { Page, PageElement } from './page.ts';
import { childElements, oncePerPage } from './reading.ts';
import type { ElementStyle, Rgb } from './style.ts';

type Channels = readonly [r: number, g: number, b: number];

interface Box {
  low: Channels;
  high: Channels;
}

export interface ContrastRange {
  least: number;
  most: number;
}

const ANYTHING: Box = { low: [0, 0, 0], high: [1, 1, 1] };
const PAPER: Box = { low: [1, 1, 1], high: [1, 1, 1] };

/** Null where not even bounds can be known. */
export function contrastRange(page: Page, element: PageElement): ContrastRange | null {
  const boxes = boxesOf(page, element);
  if (boxes === null) return null;
  const { ink, text, behind, fades } = boxes;
  // What shows through an ink is what lies behind it at that point, not just anywhere.
  if (fades.length === 0) {
    const most = Math.max(
      ...cornersOf(behind).map((at) => ratio(luminance(over(ink, at).low), luminance(at.low))),
    );
    return { ...rangeOf(text, behind), most };
  }
  return rangeOf(text, behind);
}

/** Of all colours the letters may have and all that may lie behind them, the two that are furthest apart. */
export function bestPairing(page: Page, element: PageElement): { ink: Rgb; ground: Rgb } | null {
  const boxes = boxesOf(page, element);
  if (boxes === null) return null;
  let best = { apart: 0, text: boxes.text.low, behind: boxes.behind.low };
  for (const { low: behind } of cornersOf(boxes.behind))
    for (const { low: text } of cornersOf(boxes.text)) {
      const apart = ratio(luminance(text), luminance(behind));
      if (apart > best.apart) best = { apart, text, behind };
    }
  return { ink: toRgb(best.text), ground: toRgb(best.behind) };
}

interface Boxes {
  ink: Rgb;
  text: Box;
  behind: Box;
  fades: Layers['fades'];
}

function boxesOf(page: Page, element: PageElement): Boxes | null {
  const ink = page.styleOf(element).color('color');
  if (ink === null) return null;
  const { box, fades } = layersOf(page)(element);
  let text = over(ink, box);
  let behind = box;
  for (const { opacity, under } of fades) {
    text = faded(text, under, opacity);
    behind = faded(behind, under, opacity);
  }
  return { ink, text, behind, fades };
}

function toRgb([r, g, b]: Channels): Rgb {
  return { r, g, b, alpha: 1 };
}

/** The background of `filler` is the ink, as `background-clip: text` has it. */
export function inkRange(page: Page, filler: PageElement): ContrastRange {
  const { under } = layersOf(page)(filler);
  return rangeOf(painted(page.styleOf(filler), under), under);
}

interface Layers {
  box: Box;
  /** What was there before the element itself was painted. */
  under: Box;
  /** Groups drawn half-transparent, innermost first, with what was there before them. */
  fades: readonly { opacity: number; under: Box }[];
}

const layersOf = oncePerPage((page: Page): ((element: PageElement) => Layers) => {
  const known = new Map<PageElement, Layers>();
  // From the root inwards, so that depth costs no stack.
  return (element) => {
    const way: PageElement[] = [];
    for (let at: PageElement | null = element; at !== null && !known.has(at); at = at.parent) way.push(at);
    for (const at of way.reverse())
      known.set(at, layered(page, at, at.parent === null ? null : (known.get(at.parent) ?? null)));
    return known.get(element) ?? { box: ANYTHING, under: ANYTHING, fades: [] };
  };
});

function layered(page: Page, element: PageElement, around: Layers | null): Layers {
  const style = page.styleOf(element);
  const under = underOf(page, element, style, around);
  const opacity = Number(style.value('opacity') ?? '1');
  const fades = opacity < 1 ? [{ opacity, under }, ...(around?.fades ?? [])] : (around?.fades ?? []);
  return { box: painted(style, under), under, fades };
}

/** What is drawn before this element: its ancestors, unless something else may have come between. */
function underOf(page: Page, element: PageElement, style: ElementStyle, around: Layers | null): Box {
  if (around === null) return PAPER;
  // Taken out of the flow it may lie anywhere, and so may a neighbour that was.
  if (/absolute|fixed|sticky/.test(style.value('position') ?? '')) return ANYTHING;
  const { parent } = element;
  return parent !== null && strays(page)(parent).some((stray) => stray !== element) ? ANYTHING : around.box;
}

/** Children that are drawn somewhere else, and paint. */
const strays = oncePerPage((page: Page): ((parent: PageElement) => PageElement[]) => {
  const known = new Map<PageElement, PageElement[]>();
  return (parent) => {
    const found =
      known.get(parent) ??
      childElements(parent).filter((child) => {
        const style = page.styleOf(child);
        return (
          /absolute|fixed/.test(style.value('position') ?? '') && page.isVisible(child) && paints(page)(child)
        );
      });
    known.set(parent, found);
    return found;
  };
});

const PICTURES = new Set(['img', 'picture', 'video', 'canvas', 'svg', 'iframe', 'object', 'embed']);

/** It, or something in it, covers what is behind; asked once per element. */
const paints = oncePerPage((page: Page): ((element: PageElement) => boolean) => {
  const known = new Map<PageElement, boolean>();
  const ask = (element: PageElement): boolean => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const style = page.styleOf(element);
    const own =
      PICTURES.has(element.tag) ||
      imagesOf(style).length > 0 ||
      (style.color('background-color')?.alpha ?? 0) > 0;
    const answer = own || childElements(element).some(ask);
    known.set(element, answer);
    return answer;
  };
  return ask;
});

function painted(style: ElementStyle, under: Box): Box {
  const color = style.color('background-color');
  let box = color === null || color.alpha === 0 ? under : over(color, under);
  const images = imagesOf(style);
  const partial =
    style.declared('background-size', 'background-repeat', 'background-position') !== null ||
    / \/ |no-repeat/.test(style.declared('background')?.value ?? '');
  for (const image of images.reverse()) {
    const drawn = gradient(image, style, box);
    // One that does not fill its box leaves what is below it in sight.
    box = partial ? union([drawn, box]) : drawn;
  }
  return box;
}

/** The layers of a background that are pictures, the first on top. */
function imagesOf(style: ElementStyle): string[] {
  const value = style.declared('background-image', 'background')?.value ?? '';
  if (!/gradient\(|url\(|image\(|image-set\(|cross-fade\(|element\(/i.test(value)) return [];
  return splitAt(value, ',').flatMap((layer) => {
    const word = splitWords(layer).find(
      (part) => /^[\w-]+\(/.test(part) && /gradient\(|url\(|image|cross-fade\(|element\(/i.test(part),
    );
    return word === undefined ? [] : [word];
  });
}

function gradient(image: string, style: ElementStyle, under: Box): Box {
  const call = wholeCall(image);
  if (call === null || !call.name.endsWith('gradient')) return ANYTHING;
  const current = style.color('color');
  const stops: Box[] = [];
  for (const part of splitAt(call.args, ',')) {
    const colors = splitWords(part).flatMap((word) => resolveColor(word, { current, scheme: 'light' }) ?? []);
    for (const color of colors) stops.push(over(color, under));
  }
  return stops.length < 1 ? ANYTHING : union(stops);
}

function union(boxes: readonly Box[]): Box {
  const pick = (choose: (...values: number[]) => number, end: 'low' | 'high', index: 0 | 1 | 2): number =>
    choose(...boxes.map((box) => box[end][index]));
  return {
    low: [pick(Math.min, 'low', 0), pick(Math.min, 'low', 1), pick(Math.min, 'low', 2)],
    high: [pick(Math.max, 'high', 0), pick(Math.max, 'high', 1), pick(Math.max, 'high', 2)],
  };
}

/** Contrast grows with the distance from the ink in each channel, so it is highest in a corner. */
function cornersOf({ low, high }: Box): Box[] {
  const ends = [low, high] as const;
  return ends.flatMap((r) =>
    ends.flatMap((g) =>
      ends.map((b) => {
        const point: Channels = [r[0], g[1], b[2]];
        return { low: point, high: point };
      }),
    ),
  );
}

function over({ r, g, b, alpha }: Rgb, under: Box): Box {
  const mix = (channels: Channels): Channels => [
    r * alpha + channels[0] * (1 - alpha),
    g * alpha + channels[1] * (1 - alpha),
    b * alpha + channels[2] * (1 - alpha),
  ];
  return { low: mix(under.low), high: mix(under.high) };
}

function faded(box: Box, under: Box, opacity: number): Box {
  const mix = (a: Channels, b: Channels): Channels => [
    a[0] * opacity + b[0] * (1 - opacity),
    a[1] * opacity + b[1] * (1 - opacity),
    a[2] * opacity + b[2] * (1 - opacity),
  ];
  return { low: mix(box.low, under.low), high: mix(box.high, under.high) };
}

/** WCAG's contrast of any pair out of two boxes. */
function rangeOf(text: Box, behind: Box): ContrastRange {
  const [t, b] = [luminances(text), luminances(behind)];
  const most = Math.max(ratio(t.high, b.low), ratio(b.high, t.low));
  const apart = t.low > b.high ? ratio(t.low, b.high) : b.low > t.high ? ratio(b.low, t.high) : 1;
  return { least: apart, most };
}

function ratio(lighter: number, darker: number): number {
  return (Math.max(lighter, darker) + 0.05) / (Math.min(lighter, darker) + 0.05);
}

function luminances({ low, high }: Box): { low: number; high: number } {
  return { low: luminance(low), high: luminance(high) };
}

/** WCAG 2.2, relative luminance. */
function luminance(channels: Channels): number {
  const [r, g, b] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}
