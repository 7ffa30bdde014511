import type { Audit, Observation } from '../finding.ts';
import type { PageElement } from '../model/page.ts';
import { childElements, renderedElements } from '../model/reading.ts';

export const sectionRhythm: Audit = {
  id: 'section-rhythm',
  role: 'critic',
  dim: 'rhythm',
  weight: 3,
  title: 'Sections share their vertical padding',
  why: 'Sections that each keep their own distance read as parts of different pages.',
  link: 'https://m2.material.io/design/layout/spacing-methods.html',
  severity: 'minor',
  tier: 'report',
  unit: 'sections out of step',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const found: Observation[] = [];
    let checked = 0;
    for (const parent of renderedElements(page)) {
      const sections = childElements(parent).filter(
        (child) => child.tag === 'section' && page.isVisible(child),
      );
      if (sections.length < 3) continue;
      const paddings = sections.map((section) => verticalPadding(page.styleOf(section).padding()));
      const known = paddings.filter((padding) => padding !== null);
      if (known.length < 3) continue;
      checked += known.length;
      const distinct = new Set(known.map((padding) => Math.round(padding)));
      // The first section is often a hero with more room: one exception is design, three are noise.
      if (distinct.size <= Math.max(2, Math.ceil(known.length / 3))) continue;
      const at: PageElement | null = sections[1] ?? null;
      found.push({
        at,
        measured: `${distinct.size} different paddings in ${known.length} sections`,
        required: 'one or two',
        message: `${known.length} sections use ${distinct.size} different vertical paddings.`,
        suggestion: 'Give all sections the same vertical padding.',
      });
    }
    return { checked, found };
  },
};

function verticalPadding({ top, bottom }: { top: number | null; bottom: number | null }): number | null {
  return top === null || bottom === null ? null : top + bottom;
}
