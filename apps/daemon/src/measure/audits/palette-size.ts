import type { Audit, Observation } from '../finding.ts';
import { toLch } from '../model/color.ts';
import { colorsUsed } from '../model/palette.ts';

export const paletteSize: Audit = {
  id: 'palette-size',
  role: 'brand',
  dim: 'palette',
  weight: 3,
  title: 'Few colours',
  why: 'A page with ten hues has no colour of its own.',
  link: 'https://www.designtokens.org/',
  severity: 'minor',
  tier: 'report',
  unit: 'hues too many',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const hues = new Set(
      colorsUsed(page)
        .filter(({ color }) => toLch(color).c >= 0.05)
        .map(({ color }) => Math.round(toLch(color).h / 30) % 12),
    );
    const found: Observation[] = [];
    if (hues.size > MOST) {
      found.push({
        at: null,
        measured: `${hues.size} hues`,
        required: `at most ${MOST}`,
        message: `The page uses ${hues.size} different hues.`,
        suggestion: 'Keep one brand hue, one accent and the greys.',
      });
    }
    return { checked: hues.size > 0 ? 1 : 0, found };
  },
};

const MOST = 4;
