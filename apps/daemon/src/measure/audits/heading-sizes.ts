import type { Audit, Observation } from '../finding.ts';
import { headingLevel } from '../model/outline.ts';
import { headings } from '../model/reading.ts';

export const headingSizes: Audit = {
  id: 'heading-sizes',
  role: 'critic',
  dim: 'hierarchy',
  weight: 7,
  title: 'Higher headings are not smaller than lower ones',
  why: 'Size is how readers see rank; a sub-heading larger than its heading turns the page upside down.',
  link: 'https://www.nngroup.com/articles/visual-hierarchy-ux-definition/',
  severity: 'major',
  tier: 'report',
  unit: 'heading levels out of order',
  properties: ['font-size'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const largest = new Map<string, { size: number; at: (typeof page.elements)[number] }>();
    for (const at of headings(page)) {
      const size = page.styleOf(at).fontSize;
      const level = `h${headingLevel(at)}`;
      const known = largest.get(level);
      if (known === undefined || size > known.size) largest.set(level, { size, at });
    }
    const levels = [...largest].sort(([a], [b]) => (a < b ? -1 : 1));
    const found: Observation[] = [];
    for (const [index, [tag, { size, at }]] of levels.entries()) {
      const above = levels[index - 1];
      if (above === undefined || size <= above[1].size) continue;
      found.push({
        at,
        measured: `${tag} ${round(size)}px over ${above[0]} ${round(above[1].size)}px`,
        required: `${tag} not larger than ${above[0]}`,
        message: `${tag} is set at ${round(size)}px, larger than ${above[0]} at ${round(above[1].size)}px.`,
        suggestion: `Set ${tag} below ${round(above[1].size)}px, or swap the levels.`,
      });
    }
    return { checked: Math.max(0, levels.length - 1), found };
  },
};

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
