import type { Audit, Observation } from '../finding.ts';
import { SAME_COLOR } from '../model/brand-tokens.ts';
import { difference, toHex, toLch } from '../model/color.ts';
import type { DesignSystem } from '../model/design-md.ts';
import type { Page, PageElement } from '../model/page.ts';
import { actions, headings, renderedElements, textOf } from '../model/reading.ts';
import { type Rgb, readColor } from '../model/style.ts';

const COLOURED = 0.04;
/** Lighter ones are no fill that white text could stand on. */
const DARK_LIGHTNESS = 0.7;

export const brandRoles: Audit = {
  id: 'brand-roles',
  role: 'brand',
  againstDesign: true,
  dim: 'palette',
  weight: 7,
  title: 'Colours do what the design system has them for',
  why: 'A button in the colour of something else is no longer known as a button.',
  link: 'https://www.designtokens.org/',
  severity: 'major',
  tier: 'report',
  unit: 'parts in a colour that is for something else',
  properties: ['background-color', 'color'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    if (page.design === null) return { checked: 0, found: [] };
    const { uses, reserved, notBehind } = page.design;
    if (!uses.some(({ use }) => use === 'button') && reserved.length + notBehind.length === 0)
      return { checked: 0, found: [], note: 'the design system says of no colour what it is for' };
    const buttons = actions(page);
    const found = [
      ...otherFills(page, buttons, page.design),
      ...strangers(page, buttons, page.design),
      ...behindText(page, page.design),
    ];
    return { checked: Math.max(found.length, buttons.length + headings(page).length), found };
  },
};

/** Buttons in another colour than that of buttons. */
function otherFills(page: Page, buttons: readonly PageElement[], { uses }: DesignSystem): Observation[] {
  const wanted = uses.filter(({ use }) => use === 'button').flatMap(({ value }) => readColor(value) ?? []);
  if (wanted.length === 0) return [];
  const fills = buttons.flatMap((at) => {
    const color = page.styleOf(at).color('background-color');
    return color === null || color.alpha < 0.95 ? [] : [{ at, color }];
  });
  const isWanted = (color: Rgb): boolean => wanted.some((one) => difference(one, color) < SAME_COLOR);
  // Beside a button in its colour a grey one is the second choice; alone it is the first.
  const hasFirst = fills.some(({ color }) => isWanted(color));
  const found: Observation[] = [];
  for (const { at, color } of fills) {
    const { l, c } = toLch(color);
    if (isWanted(color) || (c < COLOURED && (hasFirst || l > DARK_LIGHTNESS))) continue;
    found.push({
      at,
      measured: toHex(color),
      required: wanted.map(toHex).join(' or '),
      message: `A button is filled with ${toHex(color)}; the design system has ${wanted.map(toHex).join(' or ')} for buttons.`,
      suggestion: `Use ${toHex(wanted[0] ?? color)}.`,
    });
  }
  return found;
}

/** What a sentence calls the parts that a page can be seen to have. */
const PARTS = {
  heading: /\bheadings?\b|\btitles?\b|\bheadlines?\b|\btext\b/i,
  button: /\bbuttons?\b|\bactions?\b|\bcta\b|\bcalls? to\b|\bto do\b|\bclick|\btickets?\b/i,
} as const;

/** Headings and buttons in a colour that is kept for something else. */
function strangers(page: Page, buttons: readonly PageElement[], { reserved }: DesignSystem): Observation[] {
  const found: Observation[] = [];
  for (const { value, said } of reserved) {
    const kept = readColor(value);
    if (kept === null) continue;
    const look = (
      at: PageElement,
      property: 'color' | 'background-color',
      part: keyof typeof PARTS,
    ): void => {
      const color = page.styleOf(at).color(property);
      if (PARTS[part].test(said) || color === null || color.alpha < 0.95) return;
      if (difference(color, kept) < SAME_COLOR) found.push(keptFor(at, toHex(color), part, said));
    };
    for (const at of headings(page)) look(at, 'color', 'heading');
    for (const at of buttons) look(at, 'background-color', 'button');
  }
  return found;
}

function keptFor(at: PageElement, hex: string, part: string, said: string): Observation {
  return {
    at,
    measured: `${hex} on a ${part}`,
    required: 'only where the design system has it',
    message: `A ${part} is in ${hex}, which is kept for something else: "${said.slice(0, 100)}"`,
    suggestion: `Give the ${part} its own colour.`,
  };
}

function behindText(page: Page, { notBehind }: DesignSystem): Observation[] {
  const colors = notBehind.flatMap(({ value, said }) => {
    const color = readColor(value);
    return color === null ? [] : [{ color, said }];
  });
  if (colors.length === 0) return [];
  const found: Observation[] = [];
  for (const at of renderedElements(page)) {
    const ground = page.styleOf(at).color('background-color');
    if (ground === null || ground.alpha < 0.05 || textOf(at) === '') continue;
    const rule = colors.find(({ color }) => difference(color, ground) < SAME_COLOR);
    if (rule !== undefined)
      found.push({
        at,
        measured: `background ${toHex(ground)}`,
        required: 'another colour behind text',
        message: `${toHex(ground)} lies behind text, which the design system rules out: "${rule.said.slice(0, 100)}"`,
        suggestion: 'Choose another ground.',
      });
  }
  return found;
}
