import type { Audit, Observation } from '../finding.ts';
import { contrastRange } from '../model/backdrop.ts';
import { toHex } from '../model/color.ts';
import { outOfSight } from '../model/out-of-sight.ts';
import type { Page, PageElement } from '../model/page.ts';
import { atDeclaration } from '../model/place.ts';
import { textOf } from '../model/reading.ts';
import type { ElementStyle } from '../model/style.ts';

/** Fewer are a sign beside something else. */
const LEAST_LETTERS = 3;
/** Of 1: below it nothing is seen of a text. */
const LEAST_OPACITY = 0.3;
const MOST_BLUR_PX = 1.5;
const LEAST_FONT_PX = 9;

export const visibleText: Audit = {
  id: 'visible-text',
  role: 'critic',
  dim: 'type',
  weight: 10,
  title: 'Text that is on the page can be seen',
  why: 'Words that are there and cannot be seen, reached or made out are missing for whoever looks at the page.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/distinguishable',
  severity: 'critical',
  tier: 'report',
  unit: 'texts that nobody can see',
  properties: ['color', 'filter', 'content-visibility', 'zoom', 'overflow'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const found: Observation[] = [];
    const told = new Set<PageElement>();
    let checked = 0;
    // What a script may show again is a question for a person.
    const severity = page.byTag('script').length > 0 ? { severity: 'minor' as const } : {};
    for (const { element, text } of page.blocks) {
      if ((text.match(/\p{L}/gu) ?? []).length < LEAST_LETTERS) continue;
      checked += 1;
      const hidden = hiddenBy(page, element);
      if (hidden === null || told.has(hidden.at)) continue;
      told.add(hidden.at);
      found.push({
        at: hidden.at,
        measured: hidden.by,
        required: 'text that can be seen',
        message: `The text "${text.slice(0, 40)}" is on the page and cannot be seen: ${hidden.by}.`,
        suggestion: 'Show the text, or take it off the page.',
        ...placeOf(page, page.styleOf(hidden.at), hidden.by),
        ...severity,
      });
    }
    for (const { at, text, by, isCertain } of outOfSight(page)) {
      if (told.has(at)) continue;
      told.add(at);
      found.push({
        at,
        measured: by,
        required: 'text that can be seen',
        message: `The text "${text.slice(0, 40)}" is on the page and cannot be seen: ${by}.`,
        suggestion: 'Show the text, or take it off the page.',
        ...placeOf(page, page.styleOf(at), by),
        ...(isCertain ? {} : severity),
      });
    }
    const main = hiddenMain(page);
    if (main !== null && !told.has(main.at)) {
      const text = textOf(main.at).slice(0, 40);
      found.push({
        at: main.at,
        measured: main.by,
        required: 'text that can be seen',
        message: `The text "${text}" is on the page and cannot be seen: ${main.by}.`,
        suggestion: 'Show the text, or take it off the page.',
        ...placeOf(page, page.styleOf(main.at), main.by),
        ...severity,
      });
    }
    const locked = lockedBy(page);
    if (locked !== null) found.push({ ...locked, ...severity });
    return { checked, found };
  },
};

/** The page's main part, kept out of sight by a style that nothing takes back: then the page is empty. */
function hiddenMain(page: Page): Hidden | null {
  const main = page.byTag('main')[0] ?? page.byTag('body')[0];
  for (let at: PageElement | null = main ?? null; at !== null; at = at.parent) {
    const style = page.styleOf(at);
    if (style.declared('animation', 'animation-name') !== null) return null;
    for (const [property, isHidden] of HIDING) {
      const value = style.declared(property)?.value ?? '';
      if (isHidden.test(value)) return { at, by: `${property}: ${value}` };
    }
  }
  return null;
}

const HIDING: readonly (readonly [property: string, isHidden: RegExp])[] = [
  ['display', /^none$/],
  ['visibility', /^(hidden|collapse)$/],
  ['opacity', /^(0?\.0\d*|0|0\.|[0-9](\.\d+)?%)$/],
  ['transform', /\bscale[XY]?\(\s*0?\.?0\s*[,)]/],
  ['scale', /^0$/],
  ['clip-path', /inset\(\s*(100|[5-9]\d)%|circle\(\s*0/],
];

/** More than a window holds, whatever the page's layout. */
const LEAST_BEYOND = 4_000;

/** A long page that does not scroll, and nothing in it does. */
function lockedBy(page: Page): Observation | null {
  const [root, body] = ['html', 'body'].map((tag) => page.byTag(tag)[0]);
  if (root === undefined || body === undefined) return null;
  const scrolls = page.elements.some((at) =>
    /auto|scroll/.test(page.styleOf(at).declared('overflow', 'overflow-y', 'overflow-block')?.value ?? ''),
  );
  const at = [root, body].find((one) => {
    const style = page.styleOf(one);
    const height = style.declared('height', 'block-size', 'max-height')?.value ?? '';
    return (
      /^(hidden|clip)/.test(style.declared('overflow-y', 'overflow')?.value ?? '') &&
      /^100(%|[sdl]?vh)$/.test(height)
    );
  });
  const length = page.blocks.reduce((sum, { text }) => sum + text.length, 0);
  if (at === undefined || scrolls || length < LEAST_BEYOND) return null;
  return {
    at,
    measured: 'overflow: hidden',
    required: 'text that can be seen',
    message:
      'The page is longer than a window and does not scroll: overflow: hidden keeps its end out of reach.',
    suggestion: 'Let the page scroll.',
    ...placeOf(page, page.styleOf(at), 'overflow: hidden'),
  };
}

/** The declaration itself, where the page has it. */
function placeOf(page: Page, style: ElementStyle, by: string): Pick<Observation, 'position'> {
  const source = style.declared(by.slice(0, by.indexOf(':')))?.source ?? null;
  // A line of a style sheet is counted from the sheet's own beginning.
  return atDeclaration(page, source);
}

interface Hidden {
  at: PageElement;
  /** The declaration that does it. */
  by: string;
}

/** What makes text unseen that is drawn; null for what is seen, and for what is not shown on purpose. */
function hiddenBy(page: Page, element: PageElement): Hidden | null {
  let hidden: Hidden | null = null;
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    const style = page.styleOf(at);
    if (isPutAway(at, style)) return null;
    const by = at === element ? (inkOf(page, at) ?? effectOf(page, at)) : effectOf(page, at);
    if (by !== null) hidden = { at, by };
  }
  return hidden;
}

function isPutAway(at: PageElement, style: ElementStyle): boolean {
  if (
    at.attributes.has('hidden') ||
    at.attributes.get('aria-hidden') === 'true' ||
    at.attributes.has('inert')
  )
    return true;
  if (/^(template|noscript|script|style|title|option|datalist|dialog)$/.test(at.tag)) return true;
  if (style.value('display') === 'none' || /hidden|collapse/.test(style.value('visibility') ?? ''))
    return true;
  if (Number(style.value('opacity') ?? 1) < LEAST_OPACITY) return true;
  // Kept for those who listen: cut to nothing, or moved out of sight.
  return /absolute|fixed/.test(style.value('position') ?? '') && isCut(style);
}

function isCut(style: ElementStyle): boolean {
  if (style.declared('clip', 'clip-path') !== null) return true;
  const [width, height] = [style.px('width'), style.px('height')];
  if ((width !== null && width <= 2) || (height !== null && height <= 2)) return true;
  return ['left', 'top', 'right', 'bottom'].some(
    (edge) => (style.length(style.declared(edge)?.value) ?? 0) <= -100,
  );
}

/** Letters without a colour, where nothing else draws them. */
function inkOf(page: Page, at: PageElement): string | null {
  const isClear = (style: ElementStyle | undefined): boolean => (style?.color('color')?.alpha ?? 1) < 0.1;
  if (isUnfilled(page, at)) return '-webkit-text-fill-color: transparent';
  if (!isClear(page.styleOf(at))) return onItself(page, at);
  if (page.looksIn('hover') !== null && !isClear(page.looksIn('hover')?.style(at))) return null;
  for (let one: PageElement | null = at; one !== null; one = one.parent) {
    const style = page.styleOf(one);
    if (isClipped(style) && hasGround(style)) return null;
    if (style.declared('text-shadow', '-webkit-text-stroke', '-webkit-text-stroke-width') !== null)
      return null;
    if (one.attributes.get('aria-busy') === 'true') return null;
    if (/\bloading\b/.test(one.attributes.get('class') ?? '')) return null;
  }
  return 'color: transparent';
}

function isClipped(style: ElementStyle): boolean {
  return /text/.test(style.declared('background-clip', '-webkit-background-clip')?.value ?? '');
}

/** Something that letters can be cut out of. */
function hasGround(style: ElementStyle): boolean {
  return (
    (style.value('background-image') ?? 'none') !== 'none' ||
    (style.color('background-color')?.alpha ?? 0) > 0.1 ||
    /gradient|url\(|var\(/.test(style.declared('background', 'background-image')?.value ?? '')
  );
}

/** WebKit's own colour of letters wins over `color`, in every browser. */
function isUnfilled(page: Page, at: PageElement): boolean {
  for (let one: PageElement | null = at; one !== null; one = one.parent) {
    const style = page.styleOf(one);
    if (isClipped(style) && hasGround(style)) return false;
    const fill = style.declared('-webkit-text-fill-color')?.value.trim();
    if (fill !== undefined)
      return (
        /^(?:transparent|rgba\([^)]*,\s*0\s*\))$/i.test(fill) &&
        style.declared('-webkit-text-stroke', '-webkit-text-stroke-width') === null
      );
  }
  return false;
}

/** Letters in the very colour behind them. Those that are only close to it are a matter of contrast. */
function onItself(page: Page, at: PageElement): string | null {
  const style = page.styleOf(at);
  const hover = page.looksIn('hover')?.style(at) ?? style;
  const color = style.color('color');
  if (color === null || hover.value('color') !== style.value('color')) return null;
  const range = contrastRange(page, at);
  return range !== null && range.most < 1.02 ? `color: ${toHex(color)}, as what lies behind it` : null;
}

function effectOf(page: Page, at: PageElement): string | null {
  const style = page.styleOf(at);
  const filter = style.declared('filter')?.value ?? '';
  if (filter !== '' && hoverValue(page, at, 'filter') === filter) {
    const [, share = '', unit = ''] = /opacity\(\s*([\d.]+)(%?)\s*\)/.exec(filter) ?? [];
    if (share !== '' && Number(share) / (unit === '%' ? 100 : 1) < LEAST_OPACITY) return `filter: ${filter}`;
    const blur = style.length(/blur\(\s*([^)]+)\)/.exec(filter)?.[1]) ?? 0;
    if (blur > MOST_BLUR_PX) return `filter: ${filter}`;
  }
  if (style.declared('content-visibility')?.value === 'hidden') return 'content-visibility: hidden';
  const zoom = Number(/^([\d.]+)(%?)$/.exec(style.declared('zoom')?.value ?? '')?.[1] ?? 1);
  const factor = /%$/.test(style.declared('zoom')?.value ?? '') ? zoom / 100 : zoom;
  if (factor < 1 && style.fontSize * factor < LEAST_FONT_PX) return `zoom: ${style.declared('zoom')?.value}`;
  return null;
}

function hoverValue(page: Page, at: PageElement, property: string): string {
  const style = page.looksIn('hover')?.style(at) ?? page.styleOf(at);
  return style.declared(property)?.value ?? '';
}
