import type { Audit, Observation } from '../finding.ts';
import { isOwnStep } from '../model/brand-tokens.ts';
import { visibleBlocks } from '../model/reading.ts';

export const brandTypeScale: Audit = {
  id: 'brand-type-scale',
  role: 'brand',
  againstDesign: true,
  dim: 'type',
  weight: 3,
  title: 'Text sizes come from the design system',
  why: 'A size between two steps belongs to neither.',
  link: 'https://www.designtokens.org/',
  severity: 'major',
  tier: 'report',
  unit: 'sizes outside the scale',
  properties: ['font-size'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    if (page.design === null) return { checked: 0, found: [] };
    const { fontSizes } = page.design;
    if (fontSizes.length < 3) return { checked: 0, found: [], note: 'the design system names no type scale' };
    const blocks = visibleBlocks(page);
    const found: Observation[] = [];
    for (const { element: at } of blocks) {
      const size = page.styleOf(at).fontSize;
      if (fontSizes.some((step) => Math.abs(step - size) <= 0.6)) continue;
      found.push({
        at,
        measured: `${Math.round(size * 10) / 10}px`,
        required: `one of ${fontSizes.join(', ')}px`,
        message: `A text size of ${Math.round(size * 10) / 10}px is not in the type scale.`,
        suggestion: 'Use the nearest step.',
        ...(isOwnStep(page.design, size) ? { severity: 'minor' as const } : {}),
      });
    }
    return { checked: blocks.length, found };
  },
};
