import type { Audit, Observation } from '../finding.ts';
import { proseBlocks } from '../model/reading.ts';
import { countWords } from '../model/text.ts';

export const repeatedText: Audit = {
  id: 'repeated-text',
  role: 'copy',
  dim: 'finished',
  weight: 7,
  title: 'No paragraph stands twice',
  why: 'The same paragraph twice is a copy that was never edited.',
  link: 'https://www.nngroup.com/articles/content-strategy/',
  severity: 'major',
  tier: 'report',
  unit: 'paragraphs that repeat',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    // What is quoted as output or code is not the page's own paragraph, and may well be the same.
    const blocks = proseBlocks(page).filter(
      ({ said, element }) => countWords(said) >= 10 && !page.engine.isIgnored(element),
    );
    const seen = new Set<string>();
    const found: Observation[] = [];
    for (const { element: at, text } of blocks) {
      if (seen.has(text))
        found.push({
          at,
          measured: 'the same text again',
          required: 'a text of its own',
          message: `A paragraph is repeated word for word: "${text.slice(0, 50)}…".`,
          suggestion: 'Write what is different here, or leave it out.',
        });
      seen.add(text);
    }
    return { checked: blocks.length, found };
  },
};
