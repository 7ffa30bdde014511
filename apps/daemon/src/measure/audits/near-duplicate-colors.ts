import type { Audit, Observation } from '../finding.ts';
import { difference } from '../model/color.ts';
import { colorsUsed } from '../model/palette.ts';

export const nearDuplicateColors: Audit = {
  id: 'near-duplicate-colors',
  role: 'brand',
  dim: 'palette',
  weight: 3,
  title: 'No two colours that are almost the same',
  why: 'Two greys nobody can tell apart are one colour and one mistake.',
  link: 'https://www.designtokens.org/',
  severity: 'minor',
  tier: 'report',
  unit: 'colours that are almost the same',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const byHex = new Map(colorsUsed(page).map((use) => [use.hex, use]));
    const uses = [...byHex.values()].slice(0, MOST_COMPARED);
    const found: Observation[] = [];
    for (const [index, use] of uses.entries()) {
      const twin = uses.slice(0, index).find((other) => difference(use.color, other.color) < JUST_NOTICEABLE);
      if (twin === undefined) continue;
      found.push({
        at: use.element,
        measured: `${use.hex} beside ${twin.hex}`,
        required: 'one of the two',
        message: `${use.hex} and ${twin.hex} are too close to tell apart.`,
        suggestion: `Use ${twin.hex} for both.`,
      });
    }
    return { checked: uses.length, found };
  },
};

const JUST_NOTICEABLE = 1.2;
const MOST_COMPARED = 80;
