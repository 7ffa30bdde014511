import type { Audit, Observation } from '../finding.ts';
import { actions, textOf } from '../model/reading.ts';
import { countWords } from '../model/text.ts';

export const actionLength: Audit = {
  id: 'action-length',
  role: 'copy',
  dim: 'calls',
  weight: 1,
  title: 'Button labels are short',
  why: 'A button is read in a glance or not at all.',
  link: 'https://m3.material.io/components/buttons/guidelines',
  severity: 'minor',
  tier: 'report',
  unit: 'labels over six words',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    const list = actions(page);
    const found: Observation[] = [];
    for (const at of list) {
      const words = countWords(textOf(at));
      if (words <= MOST_WORDS || textOf(at).length > 120) continue;
      found.push({
        at,
        measured: `${words} words`,
        required: `at most ${MOST_WORDS} words`,
        message: `A button says ${words} words.`,
        suggestion: 'Begin with a verb and stop after the object.',
      });
    }
    return { checked: list.length, found };
  },
};

const MOST_WORDS = 6;
