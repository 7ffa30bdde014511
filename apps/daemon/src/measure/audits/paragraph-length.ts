import type { Audit, Observation } from '../finding.ts';
import { proseBlocks } from '../model/reading.ts';

export const paragraphLength: Audit = {
  id: 'paragraph-length',
  role: 'copy',
  dim: 'reading load',
  weight: 3,
  title: 'Paragraphs are short',
  why: 'On a screen, a paragraph over a hundred words is a wall.',
  link: 'https://www.nngroup.com/articles/how-users-read-on-the-web/',
  severity: 'minor',
  tier: 'report',
  unit: 'paragraphs over 110 words',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    const blocks = proseBlocks(page);
    const found: Observation[] = blocks
      .filter((block) => block.words > MOST_WORDS)
      .map(({ element: at, words, text: evidence }) => ({
        at,
        measured: `${words} words`,
        required: `at most ${MOST_WORDS} words`,
        message: `A paragraph runs to ${words} words.`,
        suggestion: 'Break it up, or make a list of it.',
        evidence,
      }));
    return { checked: blocks.length, found };
  },
};

const MOST_WORDS = 110;
