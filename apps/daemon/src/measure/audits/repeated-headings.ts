import type { Audit, Observation } from '../finding.ts';
import type { PageElement } from '../model/dom.ts';
import { headingLevel } from '../model/outline.ts';
import { headings, textOf } from '../model/reading.ts';
import { isHeading } from '../model/text.ts';

export const repeatedHeadings: Audit = {
  id: 'repeated-headings',
  role: 'copy',
  dim: 'reading load',
  weight: 3,
  title: 'Headings differ',
  why: 'Two equal headings make the outline useless.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/headings-and-labels.html',
  severity: 'minor',
  tier: 'report',
  unit: 'headings that repeat',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    const list = headings(page).filter(
      (heading) => isLarge(heading) && textOf(heading) !== '' && page.isVisible(heading),
    );
    const seen = new Set<string>();
    const found: Observation[] = [];
    for (const at of list) {
      const text = textOf(at).toLowerCase();
      if (seen.has(text))
        found.push({
          at,
          measured: `"${textOf(at).slice(0, 40)}" again`,
          required: 'a heading of its own',
          message: `The heading "${textOf(at).slice(0, 40)}" is used twice.`,
          suggestion: 'Say what is different here.',
        });
      seen.add(text);
    }
    return { checked: list.length, found };
  },
};

/** By how it is written: a card's title stays one when an aria-level puts it in its place in the outline. */
function isLarge(heading: PageElement): boolean {
  return isHeading(heading) ? heading.tag <= 'h3' : headingLevel(heading) <= 3;
}
