import type { Audit, Observation } from '../finding.ts';
import { headingLevel } from '../model/outline.ts';
import { bodyFontSize, headings } from '../model/reading.ts';

export const flatHierarchy: Audit = {
  id: 'flat-hierarchy',
  role: 'critic',
  dim: 'hierarchy',
  weight: 3,
  title: 'The main heading is clearly larger than the text',
  why: 'When everything has the same size, nothing comes first.',
  link: 'https://www.nngroup.com/articles/visual-hierarchy-ux-definition/',
  severity: 'minor',
  tier: 'report',
  unit: 'flat headings',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const body = bodyFontSize(page);
    const first = headings(page).find((heading) => headingLevel(heading) === 1);
    if (first === undefined) return { checked: 0, found: [] };
    const size = page.styleOf(first).fontSize;
    const ratio = Math.round((size / body) * 100) / 100;
    if (ratio >= LEAST_RATIO) return { checked: 1, found: [] };
    const found: Observation[] = [
      {
        at: first,
        measured: `${ratio} times the text size`,
        required: `at least ${LEAST_RATIO} times`,
        message: `The main heading is only ${ratio} times the size of the text.`,
        suggestion: `Set it at ${Math.round(body * 2)}px or more.`,
      },
    ];
    return { checked: 1, found };
  },
};

/** A major third (1.25) twice: two steps up any common type scale. */
const LEAST_RATIO = 1.5;
