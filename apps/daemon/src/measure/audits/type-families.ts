import type { Audit, Observation } from '../finding.ts';
import { visibleBlocks } from '../model/reading.ts';

export const typeFamilies: Audit = {
  id: 'type-families',
  role: 'critic',
  dim: 'type',
  weight: 3,
  title: 'Few typefaces',
  why: 'Each further typeface costs attention and load time.',
  link: 'https://www.nngroup.com/articles/typography-terms-ux/',
  severity: 'minor',
  tier: 'report',
  unit: 'typefaces too many',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const families = new Map<string, number>();
    for (const { element, text, kind } of visibleBlocks(page)) {
      const family = page.styleOf(element).fontFamilies[0]?.toLowerCase();
      if (
        family !== undefined &&
        kind !== 'code' &&
        !/mono|icon|awesome|symbol|courier|consolas|menlo/.test(family)
      ) {
        families.set(family, (families.get(family) ?? 0) + text.length);
      }
    }
    const extra = [...families]
      .sort((a, b) => b[1] - a[1])
      .slice(MOST)
      .map(([family]) => family);
    const found: Observation[] = extra.map((family) => ({
      at: null,
      measured: `${families.size} typefaces`,
      required: `at most ${MOST}`,
      message: `The page uses ${families.size} typefaces; "${family}" is one too many.`,
      suggestion: 'Keep one for headings and one for text.',
    }));
    return { checked: families.size, found };
  },
};

const MOST = 3;
