import type { Audit, Observation } from '../finding.ts';
import { headings, textOf } from '../model/reading.ts';

export const oversizedHeading: Audit = {
  id: 'oversized-heading',
  role: 'critic',
  dim: 'hierarchy',
  weight: 3,
  title: 'The main heading leaves room for the rest',
  why: 'A poster-size heading pushes the offer below the fold.',
  link: 'https://www.nngroup.com/articles/page-fold-manifesto/',
  severity: 'minor',
  tier: 'report',
  unit: 'oversized headings',
  properties: ['font-size'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const list = headings(page);
    const found: Observation[] = [];
    for (const at of list) {
      const size = page.styleOf(at).fontSize;
      // A few letters may be large; a whole sentence at that size fills the screen.
      if (size <= MOST_PX || textOf(at).length < LONG_TEXT) continue;
      found.push({
        at,
        measured: `${Math.round(size)}px`,
        required: `at most ${MOST_PX}px`,
        message: `A heading of ${textOf(at).length} characters is set at ${Math.round(size)}px.`,
        suggestion: `Stay below ${MOST_PX}px.`,
      });
    }
    return { checked: list.length, found };
  },
};

const MOST_PX = 80;
const LONG_TEXT = 16;
