import type { Audit, Observation } from '../finding.ts';
import { headings } from '../model/reading.ts';

export const headingFamily: Audit = {
  id: 'heading-family',
  role: 'brand',
  dim: 'type',
  weight: 3,
  title: 'Headings of one page share their typeface',
  why: 'Headings in two faces look like two sites.',
  link: 'https://www.designtokens.org/',
  severity: 'minor',
  tier: 'report',
  unit: 'headings in another face',
  properties: ['font-family'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const list = headings(page).filter((heading) => page.isVisible(heading));
    const counts = new Map<string, number>();
    const familyOf = (element: (typeof list)[number]): string =>
      page.styleOf(element).fontFamilies[0]?.toLowerCase() ?? '';
    for (const heading of list) counts.set(familyOf(heading), (counts.get(familyOf(heading)) ?? 0) + 1);
    const [main] = [...counts].sort((a, b) => b[1] - a[1]);
    if (main === undefined || list.length < 3 || main[1] < list.length / 2)
      return { checked: list.length, found: [] };
    const found: Observation[] = list
      .filter((heading) => familyOf(heading) !== main[0])
      .map((at) => ({
        at,
        measured: familyOf(at),
        required: main[0],
        message: `A heading is set in ${familyOf(at)}, the others in ${main[0]}.`,
        suggestion: `Set it in ${main[0]}.`,
      }));
    return { checked: list.length, found };
  },
};
