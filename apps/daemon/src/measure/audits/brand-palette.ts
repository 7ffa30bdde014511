import type { Audit, Observation } from '../finding.ts';
import { outsidePalette } from '../model/brand-tokens.ts';
import { toHex, toLch } from '../model/color.ts';
import { paintedColors } from '../model/painted.ts';
import { colorsUsed } from '../model/palette.ts';
import { atDeclaration } from '../model/place.ts';
import type { Rgb } from '../model/style.ts';

export const brandPalette: Audit = {
  id: 'brand-palette',
  role: 'brand',
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
    if (design.colors.length < 2)
      return { checked: 0, found: [], note: 'the design system names no palette' };
    const uses = colorsUsed(page).filter(({ color }) => isColoured(color));
    const painted = paintedColors(page).filter(({ color }) => isColoured(color));
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
        ...atDeclaration(page, source),
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
        ...(isAtRest ? {} : { severity: 'minor' as const }),
        ...position,
      });
    }
    return { checked: uses.length + painted.length, found };
  },
};

const OPAQUE = 0.95;
const LEAST_CHROMA = 0.04;

/** A veil of grey darkens what is below it; only a coloured one brings a colour. */
function isColoured(color: Rgb): boolean {
  return color.alpha > OPAQUE || toLch(color).c >= LEAST_CHROMA;
}
