import type { Audit } from '../finding.ts';
import { headingLevel } from '../model/outline.ts';
import type { Page } from '../model/page.ts';
import { headings, headingText, hiddenUntilScript } from '../model/reading.ts';

export const singleH1: Audit = {
  id: 'single-h1',
  role: 'critic',
  dim: 'hierarchy',
  weight: 7,
  title: 'One main heading',
  why: 'One h1 tells readers, search engines and screen readers what the page is about.',
  link: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  severity: 'major',
  tier: 'automatic',
  unit: 'main headings missing or doubled',
  run(page) {
    const gap = page.gaps.content ?? hiddenUntilScript(page);
    if (gap !== null) return { checked: 0, found: [], unmeasured: gap };
    const mains = headings(page).filter(
      (heading) => headingLevel(heading) === 1 && headingText(page, heading) !== '',
    );
    const first = mains[0];
    if (first === undefined) {
      if (page.format === 'markdown' && needsNoHeading(page)) return { checked: 0, found: [] };
      const at = headings(page)[0] ?? page.byTag('body')[0] ?? null;
      const message = 'The page has no h1: nothing says what it is about.';
      return {
        checked: 1,
        found: [
          { at, measured: '0 h1', required: '1 h1', message, suggestion: 'Make the main heading an h1.' },
        ],
      };
    }
    const extra = mains.slice(1).map((at) => ({
      at,
      measured: `${mains.length} h1`,
      required: '1 h1',
      message: `A second h1 ("${headingText(page, at).slice(0, 40)}") competes with "${headingText(page, first).slice(0, 40)}".`,
      suggestion: 'Make it an h2.',
    }));
    return { checked: mains.length, found: extra };
  },
};

/** A title in the front matter becomes the heading when published; a short note without headings needs none. */
function needsNoHeading(page: Page): boolean {
  if (page.byTag('title').length > 0) return true;
  const words = page.blocks.reduce((sum, block) => sum + block.words, 0);
  return headings(page).length === 0 && words < SHORT_NOTE_WORDS;
}

const SHORT_NOTE_WORDS = 300;
