import type { Audit, Observation } from '../finding.ts';
import { headingLevel } from '../model/outline.ts';
import { childElements, headings, textOf } from '../model/reading.ts';

export const eyebrowChips: Audit = {
  id: 'eyebrow-chips',
  role: 'critic',
  dim: 'character',
  weight: 1,
  title: 'Not every section begins with a small label',
  why: 'A tiny spaced label in capitals above each heading is a template showing through.',
  link: 'https://github.com/pbakaus/impeccable',
  severity: 'minor',
  tier: 'report',
  unit: 'sections with an eyebrow label',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const list = headings(page).filter((heading) => headingLevel(heading) <= 2);
    const chips: Observation[] = [];
    for (const heading of list) {
      const siblings = heading.parent === null ? [] : childElements(heading.parent);
      const at = siblings[siblings.indexOf(heading) - 1];
      if (at === undefined || textOf(at).length > 40 || textOf(at) === '') continue;
      const style = page.styleOf(at);
      const capitals = style.value('text-transform') === 'uppercase' || isCapitals(textOf(at));
      if (!capitals || style.fontSize > 15) continue;
      chips.push({
        at,
        measured: `"${textOf(at)}" above "${textOf(heading).slice(0, 30)}"`,
        required: 'at most two such labels',
        message: 'A small label in capitals stands above the heading.',
        suggestion: 'Let the heading speak for itself.',
      });
    }
    return { checked: list.length, found: chips.length <= ALLOWED ? [] : chips };
  },
};

const ALLOWED = 2;

/** Scripts without capitals are never in capitals. */
function isCapitals(text: string): boolean {
  return (text.match(/\p{Lu}/gu)?.length ?? 0) >= 4 && !/[\p{Ll}\p{Lo}]/u.test(text);
}
