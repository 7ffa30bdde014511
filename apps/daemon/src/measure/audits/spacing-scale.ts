import type { Audit, Observation } from '../finding.ts';
import { atDeclaration } from '../model/place.ts';
import { spacings } from '../model/spacing.ts';

export const spacingScale: Audit = {
  id: 'spacing-scale',
  role: 'critic',
  dim: 'rhythm',
  weight: 7,
  title: 'Spacing follows a 4 px step',
  why: 'Gaps taken from one scale make a page look calm; gaps taken at random make it look unfinished.',
  link: 'https://m2.material.io/design/layout/spacing-methods.html',
  severity: 'minor',
  tier: 'automatic',
  unit: 'spacings off the 4 px step',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const all = spacings(page);
    const found: Observation[] = [];
    for (const { element: at, property, px, source } of all) {
      if (isOnStep(px)) continue;
      found.push({
        at,
        measured: `${property} ${Math.round(px * 100) / 100}px`,
        required: 'a multiple of 4px (or 2px below 12px)',
        message: `${property} of ${Math.round(px * 100) / 100}px is off the 4px step.`,
        suggestion: `Use ${nearestStep(px)}px.`,
        ...atDeclaration(page, source),
      });
    }
    return { checked: all.length, found };
  },
};

const TOLERANCE_PX = 0.26;

/** Small gaps inside controls may use half steps. */
export function isOnStep(px: number): boolean {
  const step = px <= 12 ? 2 : 4;
  return Math.abs(px - Math.round(px / step) * step) <= TOLERANCE_PX || px === 1;
}

export function nearestStep(px: number): number {
  const step = px <= 12 ? 2 : 4;
  return Math.round(px / step) * step;
}
