import type { Audit, Observation } from '../finding.ts';
import { childElements, headings } from '../model/reading.ts';

export const headingProximity: Audit = {
  id: 'heading-proximity',
  role: 'critic',
  dim: 'rhythm',
  weight: 3,
  title: 'Headings stand nearer to their text than to what comes before',
  why: 'A heading that floats midway belongs to neither side.',
  link: 'https://www.nngroup.com/articles/gestalt-proximity/',
  severity: 'minor',
  tier: 'report',
  unit: 'headings that float',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const list = headings(page);
    const found: Observation[] = [];
    for (const at of list) {
      const siblings = at.parent === null ? [] : childElements(at.parent);
      const place = siblings.indexOf(at);
      if (place <= 0 || place === siblings.length - 1) continue;
      const before = siblings[place - 1];
      const above = Math.max(
        page.styleOf(at).margin().top ?? 0,
        before === undefined ? 0 : (page.styleOf(before).margin().bottom ?? 0),
      );
      const below = page.styleOf(at).margin().bottom ?? 0;
      if (
        below <= above * 1.5 ||
        below - above < 12 ||
        before?.tag === 'a' ||
        (before !== undefined && childElements(before).length === 0 && above === 0)
      )
        continue;
      found.push({
        at,
        measured: `${Math.round(above)}px above, ${Math.round(below)}px below`,
        required: 'less space below than above',
        message: `The heading has ${Math.round(below)}px below it but only ${Math.round(above)}px above.`,
        suggestion: 'Move the larger space above the heading.',
      });
    }
    return { checked: list.length, found };
  },
};
