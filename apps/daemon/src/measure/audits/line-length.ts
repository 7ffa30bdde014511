import type { Audit, Observation } from '../finding.ts';
import { proseBlocks } from '../model/reading.ts';
import { availableWidth } from '../model/width.ts';

export const lineLength: Audit = {
  id: 'line-length',
  role: 'critic',
  dim: 'type',
  weight: 3,
  title: 'Lines are not too long',
  why: 'Beyond about 90 characters the eye loses the next line.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/visual-presentation.html',
  severity: 'minor',
  tier: 'automatic',
  unit: 'texts with long lines',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const blocks = proseBlocks(page).filter((block) => block.text.length >= LONG_TEXT);
    const found: Observation[] = [];
    let undecided = 0;
    for (const { element: at } of blocks) {
      const width = availableWidth(page, at);
      if (width === null) {
        undecided += 1;
        continue;
      }
      const characters = Math.round(width / (page.styleOf(at).fontSize * CHARACTER_EM));
      if (characters <= MOST_CHARACTERS) continue;
      found.push({
        at,
        measured: `about ${characters} characters a line at 1280px`,
        required: `at most ${MOST_CHARACTERS}`,
        message: `Lines run to about ${characters} characters.`,
        suggestion: 'Limit the text to max-width: 70ch.',
      });
    }
    return { checked: blocks.length - undecided, found, undecided };
  },
};

/** Average width of a letter in common text faces. */
const CHARACTER_EM = 0.5;
const MOST_CHARACTERS = 110;
const LONG_TEXT = 160;
