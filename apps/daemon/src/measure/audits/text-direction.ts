import type { Audit, Observation } from '../finding.ts';
import type { PageElement } from '../model/page.ts';
import { visibleBlocks } from '../model/reading.ts';

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;
/** Of the letters: a name in another script is no text in it. */
const LEAST_SHARE = 0.6;
const LEAST_LETTERS = 12;

export const textDirection: Audit = {
  id: 'text-direction',
  role: 'a11y',
  dim: 'wcag',
  weight: 7,
  title: 'Text runs in the direction of its script',
  why: 'Arabic and Hebrew set from left to right have their full stops and lists on the wrong side.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/meaningful-sequence.html',
  severity: 'major',
  tier: 'report',
  unit: 'texts in the wrong direction',
  run(page) {
    const found: Observation[] = [];
    const said = new Set<PageElement>();
    let checked = 0;
    for (const { element, text, kind } of visibleBlocks(page)) {
      const letters = text.match(/\p{L}/gu)?.length ?? 0;
      if (kind === 'code' || letters < LEAST_LETTERS) continue;
      const isRight = (text.match(RIGHT_TO_LEFT)?.length ?? 0) >= letters * LEAST_SHARE;
      const direction = page.styleOf(element).declared('direction')?.value ?? directionOf(element);
      if (isRight) checked += 1;
      const from = isRight || direction !== 'rtl' ? null : turnedBy(element);
      if (from !== null && LEFT_TO_RIGHT.test(text) && !said.has(from)) {
        said.add(from);
        checked += 1;
        found.push({
          at: from,
          measured: `"${text.slice(0, 30)}" runs from right to left`,
          required: 'dir="ltr"',
          message: 'Text of a script that runs from left to right is set from right to left.',
          suggestion: 'Take dir="rtl" away.',
        });
      }
      if (direction === 'auto' || !isRight || direction === 'rtl') continue;
      const at = page.elements[0] ?? element;
      // One attribute mends all of it.
      if (said.has(at)) continue;
      said.add(at);
      found.push({
        at,
        measured: `"${text.slice(0, 30)}" runs from left to right`,
        required: 'dir="rtl"',
        message: 'Text of a script that runs from right to left is set from left to right.',
        suggestion: 'Add dir="rtl" to <html>, or to the part in that language.',
      });
    }
    return { checked, found };
  },
};

const LEFT_TO_RIGHT = /^\P{L}*(?:\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek})/u;

/** What says so, in a page that is in a language that runs the other way. */
function turnedBy(element: PageElement): PageElement | null {
  let from: PageElement | null = null;
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    if (from === null && at.attributes.get('dir')?.trim().toLowerCase() === 'rtl') from = at;
    const lang = at.attributes.get('lang')?.trim();
    if (lang !== undefined && lang !== '')
      return /^(?:ar|he|fa|ur|yi|ps|sd|ug|dv|ckb|iw)\b/i.test(lang) ? null : (from ?? element);
  }
  return null;
}

function directionOf(element: PageElement): string {
  for (let at: PageElement | null = element; at !== null; at = at.parent) {
    const dir = at.attributes.get('dir')?.trim().toLowerCase();
    if (dir === 'rtl' || dir === 'ltr' || dir === 'auto') return dir;
  }
  return 'ltr';
}
