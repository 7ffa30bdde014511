/** Guarded: a value near a token becomes the token. Far ones are a decision, and stay open. */
import { nearestOf } from '../audits/brand-radii.ts';
import { nearestToken } from '../brand-tokens.ts';
import { difference, toHex } from '../color.ts';
import { colorsUsed } from '../palette.ts';
import { changeValue } from './declaration.ts';
import type { Fixer, Proposal } from './proposal.ts';
import { setProperty } from './values.ts';

/** Beyond this a replacement is a redesign. */
const NEAR = 12;

export const fixBrandPalette: Fixer = (page, result) => {
  const tokens = page.design?.colors ?? [];
  const seen = new Set<unknown>();
  const proposals: Proposal[] = [];
  for (const { color, hex, property, element, source } of colorsUsed(page)) {
    const token = nearestToken(color, property, tokens);
    if (token === null || seen.has(source) || color.alpha < 0.95) continue;
    const distance = difference(color, token.rgb);
    if (distance < 1.5 || distance > NEAR) continue;
    seen.add(source);
    const value = toHex(token.rgb);
    const target = property === 'border-top-color' ? 'border-color' : property;
    proposals.push({
      auditId: result.audit.id,
      tier: 'guarded',
      selector: page.selectorOf(element),
      summary: `${target} ${hex} → ${token.name} ${value}`,
      ...changeValue(page, { property: target, value, elements: [element], source, forAll: true }),
    });
  }
  return proposals;
};

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
