/** Whether a text is English: word audits know English words, and the same letters mean other things elsewhere. */
import type { PageElement } from './dom.ts';
import type { Page } from './page.ts';
import { oncePerPage } from './reading.ts';

/** The nearest `lang`, as browsers read it; empty when nothing is said. */
function languageAt(element: PageElement): string {
  for (let current: PageElement | null = element; current !== null; current = current.parent) {
    const lang = current.attributes.get('lang') ?? current.attributes.get('xml:lang');
    if (lang !== undefined) return lang.trim().toLowerCase();
  }
  return '';
}

/** Declared English, or nothing declared, and not plainly something else: templates often keep a wrong `lang="en"`. */
export function isEnglish(page: Page, element: PageElement): boolean {
  const lang = languageAt(element);
  return (lang === '' || /^en\b/.test(lang)) && readsAsEnglish(page);
}

/** Function words make a quarter of English prose, and next to nothing of any other language. */
const FUNCTION_WORDS =
  /\b(?:the|and|of|to|is|you|your|for|with|we|our|that|are|this|it|from|by|on|be|have|can|not)\b/gi;
const LEAST_SHARE = 0.04;
/** Fewer words than this prove nothing either way. */
const LEAST_WORDS = 40;
const SAMPLE_WORDS = 5_000;

const readsAsEnglish = oncePerPage((page: Page): boolean => {
  let words = 0;
  let hits = 0;
  for (const block of page.blocks) {
    const lang = languageAt(block.element);
    if (lang !== '' && !/^en\b/.test(lang)) continue;
    words += block.words;
    hits += block.said.match(FUNCTION_WORDS)?.length ?? 0;
    if (words >= SAMPLE_WORDS) break;
  }
  return words < LEAST_WORDS || hits / words >= LEAST_SHARE;
});
