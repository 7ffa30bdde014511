import type { Audit, Observation } from '../finding.ts';
import { spacings } from '../model/spacing.ts';

export const monotonousSpacing: Audit = {
  id: 'monotonous-spacing',
  role: 'critic',
  dim: 'character',
  weight: 1,
  title: 'Spacing has more than one step',
  why: 'When every gap is the same, nothing belongs together.',
  link: 'https://github.com/pbakaus/impeccable',
  severity: 'minor',
  tier: 'report',
  unit: 'monotonous spacings',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const all = spacings(page);
    if (all.length < MANY) return { checked: 0, found: [] };
    const values = new Set(all.map(({ px }) => Math.round(px)));
    const found: Observation[] =
      values.size > 1
        ? []
        : [
            {
              at: null,
              measured: `${all.length} spacings, all ${[...values].join('')}px`,
              required: 'at least two steps',
              message: 'Every spacing on the page is the same.',
              suggestion: 'Set groups further apart than their parts.',
            },
          ];
    return { checked: 1, found };
  },
};

const MANY = 20;
