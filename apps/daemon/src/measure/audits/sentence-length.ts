import type { Audit, Observation } from '../finding.ts';
import { positionOf } from '../model/place.ts';
import { proseBlocks } from '../model/reading.ts';
import { sentences } from '../model/sentences.ts';
import { countWords } from '../model/text.ts';

/** GOV.UK and plainlanguage.gov both draw the line at 25; we mark what is clearly over it. */
const MOST_WORDS = 30;

export const sentenceLength: Audit = {
  id: 'sentence-length',
  role: 'copy',
  dim: 'reading load',
  weight: 3,
  title: 'Sentences are short enough to follow',
  why: 'Understanding falls from 100 % at 8 words to below 10 % at 43.',
  link: 'https://insidegovuk.blog.gov.uk/2014/08/04/sentence-length-why-25-words-is-our-limit/',
  severity: 'minor',
  tier: 'report',
  unit: 'sentences over 30 words',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    const found: Observation[] = [];
    let checked = 0;
    for (const block of proseBlocks(page)) {
      const { element: at, text } = block;
      for (const sentence of sentences(text)) {
        checked += 1;
        const words = countWords(sentence);
        if (words <= MOST_WORDS) continue;
        found.push({
          at,
          measured: `${words} words`,
          required: `at most ${MOST_WORDS} words`,
          message: `A sentence runs to ${words} words.`,
          suggestion: 'Split it in two.',
          evidence: sentence,
          ...positionOf(page, block, sentence.slice(0, 30).replace(/\S+$/, ''), 0),
        });
      }
    }
    return { checked, found };
  },
};
