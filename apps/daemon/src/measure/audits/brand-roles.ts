import type { Audit, Observation } from '../finding.ts';
import { difference, toHex, toLch } from '../model/color.ts';
import type { Page, PageElement } from '../model/page.ts';
import { actions } from '../model/reading.ts';
import { readColor } from '../model/style.ts';

const TOLERANCE = 1.5;
const COLOURED = 0.04;

export const brandRoles: Audit = {
  id: 'brand-roles',
  role: 'brand',
  dim: 'palette',
  weight: 7,
  title: 'Colours do what the design system has them for',
  why: 'A button in the colour of something else is no longer known as a button.',
  link: 'https://www.designtokens.org/',
  severity: 'major',
  tier: 'report',
  unit: 'buttons in a colour that is for something else',
  properties: ['background-color'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const wanted = (page.design?.uses ?? [])
      .filter(({ use }) => use === 'button')
      .flatMap(({ value }) => readColor(value) ?? []);
    if (wanted.length === 0)
      return { checked: 0, found: [], note: 'the design system says no colour of buttons' };
    const filled = actions(page).filter((action) => isFilled(page, action));
    const found: Observation[] = [];
    for (const at of filled) {
      const color = page.styleOf(at).color('background-color');
      if (color === null || wanted.some((one) => difference(one, color) < TOLERANCE)) continue;
      found.push({
        at,
        measured: toHex(color),
        required: wanted.map(toHex).join(' or '),
        message: `A button is filled with ${toHex(color)}; the design system has ${wanted.map(toHex).join(' or ')} for buttons.`,
        suggestion: `Use ${toHex(wanted[0] ?? color)}.`,
      });
    }
    return { checked: filled.length, found };
  },
};

/** A grey or white one is the second choice beside it, and has no colour of its own. */
function isFilled(page: Page, action: PageElement): boolean {
  const color = page.styleOf(action).color('background-color');
  return color !== null && color.alpha > 0.95 && toLch(color).c >= COLOURED;
}
