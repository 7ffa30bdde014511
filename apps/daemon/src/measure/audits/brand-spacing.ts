import type { Audit, Observation } from '../finding.ts';
import { atDeclaration } from '../model/place.ts';
import { spacings } from '../model/spacing.ts';

export const brandSpacing: Audit = {
  id: 'brand-spacing',
  role: 'brand',
  againstDesign: true,
  dim: 'scale',
  weight: 3,
  title: 'Spacing comes from the design system',
  why: 'Steps outside the scale are steps out of time.',
  link: 'https://www.designtokens.org/',
  severity: 'minor',
  tier: 'report',
  unit: 'spacings outside the scale',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    if (page.design === null) return { checked: 0, found: [] };
    const { spacing } = page.design;
    if (spacing.length < 3)
      return { checked: 0, found: [], note: 'the design system names no spacing scale' };
    const largest = Math.max(...spacing);
    const all = spacings(page).filter(({ px }) => px <= largest);
    const found: Observation[] = [];
    for (const { element: at, property, px, source } of all) {
      if (spacing.some((step) => Math.abs(step - px) <= 0.6)) continue;
      found.push({
        at,
        measured: `${property} ${Math.round(px * 10) / 10}px`,
        required: `one of ${spacing.join(', ')}px`,
        message: `${property} of ${Math.round(px * 10) / 10}px is not in the spacing scale.`,
        suggestion: 'Use the nearest step.',
        ...atDeclaration(page, source),
      });
    }
    return { checked: all.length, found };
  },
};
