import type { Audit, Observation } from '../finding.ts';
import { spacings } from '../model/spacing.ts';

export const spacingVariety: Audit = {
  id: 'spacing-variety',
  role: 'critic',
  dim: 'rhythm',
  weight: 3,
  title: 'Few different spacings',
  why: 'A page that uses fifteen gaps has no rhythm.',
  link: 'https://m2.material.io/design/layout/spacing-methods.html',
  severity: 'minor',
  tier: 'report',
  unit: 'spacing values too many',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const values = new Set(spacings(page).map(({ px }) => Math.round(px)));
    const found: Observation[] = [];
    if (values.size > MOST) {
      found.push({
        at: null,
        measured: `${values.size} different spacings`,
        required: `at most ${MOST}`,
        message: `The page uses ${values.size} different spacings.`,
        suggestion: 'Choose eight to ten steps and keep to them.',
      });
    }
    return { checked: values.size > 0 ? Math.ceil(values.size / 4) : 0, found };
  },
};

const MOST = 18;
