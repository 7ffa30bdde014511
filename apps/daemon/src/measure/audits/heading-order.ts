import type { Audit, Observation } from '../finding.ts';
import { headingLevel } from '../model/outline.ts';
import { headings, textOf } from '../model/reading.ts';

export const headingOrder: Audit = {
  id: 'heading-order',
  role: 'a11y',
  dim: 'structure',
  weight: 7,
  title: 'Heading levels do not skip',
  why: 'Screen reader users move by heading level; a skipped level sounds like a missing section.',
  link: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  severity: 'major',
  tier: 'automatic',
  unit: 'headings that skip a level',
  run(page) {
    const list = headings(page).filter((heading) => !page.engine.isIgnored(heading));
    const found: Observation[] = [];
    let before = 0;
    for (const at of list) {
      const level = headingLevel(at);
      if (before > 0 && level > before + 1) {
        found.push({
          at,
          measured: `h${level} after h${before}`,
          required: `h${before + 1} or higher`,
          message: `"${textOf(at).slice(0, 40)}" is an h${level} right after an h${before}.`,
          suggestion: `Make it an h${before + 1}.`,
        });
      }
      before = level;
    }
    return { checked: list.length, found };
  },
};
