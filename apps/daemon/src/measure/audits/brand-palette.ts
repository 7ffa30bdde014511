import type { Audit, Observation } from '../finding.ts';
import { outsidePalette } from '../model/brand-tokens.ts';
import { toHex, toLch } from '../model/color.ts';
import type { Page, PageElement } from '../model/page.ts';
import { paintedColors } from '../model/painted.ts';
import { colorsUsed } from '../model/palette.ts';
import { atDeclaration, placeOfOffset } from '../model/place.ts';
import { oncePerPage } from '../model/reading.ts';
import type { Rgb } from '../model/style.ts';

export const brandPalette: Audit = {
  id: 'brand-palette',
  role: 'brand',
  againstDesign: true,
  dim: 'palette',
  weight: 7,
  title: 'Colours come from the design system',
  why: 'A colour next to the brand colour is not the brand colour.',
  link: 'https://www.designtokens.org/',
  severity: 'major',
  tier: 'guarded',
  unit: 'colours outside the palette',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    if (page.design === null) return { checked: 0, found: [] };
    const { design } = page;
    if (design.colors.length < (design.isPaletteClosed ? 1 : 2))
      return { checked: 0, found: [], note: 'the design system names no palette' };
    // One colour alone makes no page: what it stands on, and text, may be grey.
    const isAsked = (color: Rgb): boolean =>
      isColoured(color) && (design.colors.length > 1 || toLch(color).c >= LEAST_CHROMA);
    const uses = colorsUsed(page).filter(({ color }) => isAsked(color));
    const painted = paintedColors(page).filter(({ color }) => isAsked(color));
    const found: Observation[] = [];
    for (const { color, hex, element: at, property, source } of uses) {
      const nearest = outsidePalette(design, color, property);
      if (nearest === null) continue;
      found.push({
        at,
        measured: `${property} ${hex}`,
        required: 'a colour of the palette',
        message: `${property} ${hex} is not in the palette.`,
        suggestion: `The nearest is ${nearest.name} (${nearest.value}).`,
        ...(atVariable(page, source.value) ?? atDeclaration(page, source)),
      });
    }
    for (const { color, what, at, position, isAtRest } of painted) {
      const nearest = outsidePalette(design, color, /^color\b/.test(what) ? 'color' : 'background-color');
      if (nearest === null) continue;
      found.push({
        at: at ?? page.elements[0] ?? null,
        measured: `${what}: ${toHex(color)}`,
        required: 'a colour of the palette',
        message: `${toHex(color)} in ${what} is not in the palette.`,
        suggestion: `The nearest is ${nearest.name} (${nearest.value}).`,
        tier: 'report',
        ...(isAtRest && !isOfPicture(at) ? {} : { severity: 'minor' as const }),
        ...position,
      });
    }
    return { checked: uses.length + painted.length, found };
  },
};

/** A colour that comes from a variable is changed where the variable is written. */
function atVariable(page: Page, value: string): Pick<Observation, 'position'> | null {
  const name = /^\s*var\(\s*(--[\w-]+)/.exec(value)?.[1];
  const offset = name === undefined ? undefined : variables(page).get(name);
  return offset === undefined ? null : { position: placeOfOffset(page, offset) };
}

/** Variables that are written once in the page's own styles. */
const variables = oncePerPage((page: Page): ReadonlyMap<string, number> => {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  for (const { root, offset } of page.sheets)
    root.walkDecls(/^--/, (declaration) => {
      const start = declaration.source?.start?.offset;
      if (offset === null || start === undefined) return;
      if (places.has(declaration.prop)) twice.add(declaration.prop);
      places.set(declaration.prop, offset + start + declaration.prop.length + 1);
    });
  for (const name of twice) places.delete(name);
  return places;
});

/** What a drawing shows has its own colours: a mug is brown whatever the brand is. */
function isOfPicture(at: PageElement | null): boolean {
  for (let one = at; one !== null; one = one.parent)
    if (one.tag === 'figure' || (one.tag === 'svg' && one.attributes.get('role') === 'img')) return true;
  return false;
}

const OPAQUE = 0.95;
const LEAST_CHROMA = 0.04;

/** A veil of grey darkens what is below it; only a coloured one brings a colour. */
function isColoured(color: Rgb): boolean {
  return color.alpha > OPAQUE || toLch(color).c >= LEAST_CHROMA;
}
