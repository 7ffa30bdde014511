import type { Audit, Observation } from '../finding.ts';
import { headingLevel } from '../model/outline.ts';
import { headings, textOf } from '../model/reading.ts';
import { countWords } from '../model/text.ts';

export const headlineLength: Audit = {
  id: 'headline-length',
  role: 'copy',
  dim: 'reading load',
  weight: 3,
  title: 'The headline is short',
  why: 'A headline over fourteen words is a paragraph in large letters.',
  link: 'https://www.nngroup.com/articles/headings-pickup-lines/',
  severity: 'minor',
  tier: 'report',
  unit: 'headlines too long',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    const list = headings(page).filter((heading) => headingLevel(heading) <= 3);
    const found: Observation[] = [];
    for (const at of list) {
      const words = countWords(textOf(at));
      if (words <= MOST_WORDS) continue;
      found.push({
        at,
        measured: `${words} words`,
        required: `at most ${MOST_WORDS} words`,
        message: `A heading runs to ${words} words.`,
        suggestion: 'Say the point first and move the rest into the text.',
      });
    }
    return { checked: list.length, found };
  },
};

const MOST_WORDS = 14;
