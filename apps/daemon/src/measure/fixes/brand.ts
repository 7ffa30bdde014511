/** Guarded: a value near a token becomes the token. Far ones are a decision, and stay open. */
import { nearestOf } from '../audits/brand-radii.ts';
import { type ColorToken, nearestToken, outsidePalette } from '../model/brand-tokens.ts';
import { difference, toHex } from '../model/color.ts';
import type { DesignToken } from '../model/design-md.ts';
import type { Page } from '../model/page.ts';
import { type ColorUse, colorsUsed } from '../model/palette.ts';
import { readColor } from '../model/style.ts';
import { colorValue } from './color-value.ts';
import { changeValue } from './declaration.ts';
import type { Fixer, Proposal } from './proposal.ts';
import { suiting, textRuns } from './text-runs.ts';
import { setProperty } from './values.ts';

/** Beyond this a replacement is a redesign. */
const NEAR = 12;

export const fixBrandPalette: Fixer = (page, result) => {
  const tokens = page.design?.colors ?? [];
  const seen = new Set<unknown>();
  const proposals: Proposal[] = [];
  for (const { color, hex, property, element, source } of colorsUsed(page)) {
    if (seen.has(source) || color.alpha < 0.95) continue;
    if (page.design === null || outsidePalette(page.design, color, property) === null) continue;
    seen.add(source);
    const token = readable(page, { color, property, source }, tokens);
    if (token === null) continue;
    const value = toHex(token.rgb);
    const target = property === 'border-top-color' ? 'border-color' : property;
    proposals.push({
      auditId: result.audit.id,
      tier: 'guarded',
      selector: page.selectorOf(element),
      summary: `${target} ${hex} → ${token.name} ${value}`,
      ...changeValue(page, {
        property: target,
        value: colorValue(page, value),
        elements: [element],
        source,
        forAll: true,
      }),
    });
  }
  return proposals;
};

/**
 * The nearest token that reads as well. A brand colour that cannot be read only moves the fault: one that every
 * text on it or in it passes with comes first, then one that costs no text its contrast.
 */
function readable(
  page: Page,
  { color, property, source }: Pick<ColorUse, 'color' | 'property' | 'source'>,
  tokens: readonly DesignToken[],
): ColorToken | null {
  const { byText, byPaint } = textRuns(page);
  const runs = (property === 'color' ? byText : byPaint).get(source) ?? [];
  const other = property === 'color' ? 'background' : 'foreground';
  const passing = runs.filter((run) => !run.failed);
  for (const asked of property === 'border-top-color' ? [[]] : [runs, passing]) {
    const suits = suiting(asked, other, 0);
    const fitting = tokens.filter((token) => {
      const rgb = readColor(token.value);
      return rgb !== null && suits(rgb);
    });
    const token = nearestToken(color, property, fitting);
    if (token !== null && difference(color, token.rgb) <= NEAR) return token;
  }
  return null;
}

export const fixBrandRadii = setProperty('border-radius', (page, element) => {
  const radius = page.styleOf(element).px('border-top-left-radius');
  return radius === null || page.design === null ? null : `${nearestOf(radius, page.design.radii)}px`;
});

export const fixBrandFonts = setProperty('font-family', (page, element) => {
  const [font] = page.design?.fonts ?? [];
  if (font === undefined) return null;
  const generic = page
    .styleOf(element)
    .fontFamilies.filter((family) => /^(serif|sans-serif|monospace|system-ui)$/i.test(family));
  return [`"${font}"`, ...(generic.length === 0 ? ['sans-serif'] : generic)].join(', ');
});
