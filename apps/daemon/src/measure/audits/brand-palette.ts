import type { Audit, Observation } from '../finding.ts';
import { nearestToken } from '../model/brand-tokens.ts';
import { difference } from '../model/color.ts';
import { colorsUsed } from '../model/palette.ts';
import { atDeclaration } from '../model/place.ts';

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
    const { plainColors } = page.design;
    const colors = [...page.design.colors, ...plainColors.map((value) => ({ name: value, value }))];
    if (page.design.colors.length < 2)
      return { checked: 0, found: [], note: 'the design system names no palette' };
    const uses = colorsUsed(page).filter(({ color }) => color.alpha > 0.95);
    const found: Observation[] = [];
    for (const { color, hex, element: at, property, source } of uses) {
      const nearest = nearestToken(color, property, colors);
      if (nearest === null || difference(color, nearest.rgb) < TOLERANCE) continue;
      found.push({
        at,
        measured: `${property} ${hex}`,
        required: 'a colour of the palette',
        message: `${property} ${hex} is not in the palette.`,
        suggestion: `The nearest is ${nearest.name} (${nearest.value}).`,
        ...atDeclaration(page, source),
      });
    }
    return { checked: uses.length, found };
  },
};

/** Differences below this cannot be seen. */
const TOLERANCE = 1.5;
