import type { Audit, Observation } from '../finding.ts';
import { headingLevel } from '../model/outline.ts';
import { bodyFontSize, headings, textOf } from '../model/reading.ts';

export const headingBelowText: Audit = {
  id: 'heading-below-text',
  role: 'critic',
  dim: 'hierarchy',
  weight: 7,
  title: 'No heading is smaller than the text',
  why: 'A heading that is smaller and lighter than its text is not seen as one.',
  link: 'https://www.nngroup.com/articles/visual-hierarchy-ux-definition/',
  severity: 'major',
  tier: 'report',
  unit: 'headings weaker than the text',
  properties: ['font-size'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const body = bodyFontSize(page);
    const list = headings(page).filter((heading) => headingLevel(heading) <= 3 && textOf(heading) !== '');
    const found: Observation[] = [];
    for (const at of list) {
      const style = page.styleOf(at);
      const stressed = style.fontWeight >= 500 || style.value('text-transform') === 'uppercase';
      if (style.fontSize > body - 0.5 || (stressed && style.fontSize >= body * 0.75)) continue;
      found.push({
        at,
        measured: `${Math.round(style.fontSize * 10) / 10}px`,
        required: `at least the text's ${Math.round(body)}px`,
        message: `"${textOf(at).slice(0, 40)}" is an ${at.tag} smaller than the text it heads.`,
        suggestion: 'Make it larger or heavier than the text.',
      });
    }
    return { checked: list.length, found };
  },
};
