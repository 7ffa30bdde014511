import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
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
    return { checked: families.size, found: [...found, ...strays(page)] };
  },
};

const MOST = 3;
const LEAST_TEXTS = 5;

/** One text in a face that no other text has: not chosen, but pasted. */
function strays(page: Page): Observation[] {
  const texts = visibleBlocks(page).filter(
    ({ kind }) => kind === 'paragraph' || kind === 'item' || kind === 'heading',
  );
  const uses = new Map<string, PageElement[]>();
  for (const { element } of texts) {
    const family = page.styleOf(element).fontFamilies[0]?.toLowerCase() ?? '';
    uses.set(family, [...(uses.get(family) ?? []).slice(0, 1), element]);
  }
  if (texts.length < LEAST_TEXTS || uses.size < 2) return [];
  return [...uses].flatMap(([family, [at, second]]): Observation[] => {
    if (
      at === undefined ||
      second !== undefined ||
      at.tag === 'h1' ||
      at.tag === 'blockquote' ||
      at.parent?.tag === 'blockquote'
    )
      return [];
    if (/mono|icon|awesome|symbol|courier|consolas|menlo/.test(family)) return [];
    return [
      {
        at,
        measured: `one text in "${family}"`,
        required: 'the faces of the page',
        message: `One text alone is set in "${family}".`,
        suggestion: 'Set it as its neighbours are.',
      },
    ];
  });
}
