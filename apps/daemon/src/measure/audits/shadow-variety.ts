import type { Audit, Observation } from '../finding.ts';
import { renderedElements } from '../model/reading.ts';

export const shadowVariety: Audit = {
  id: 'shadow-variety',
  role: 'brand',
  dim: 'scale',
  weight: 1,
  title: 'Shadows share a few levels',
  why: 'Every further shadow is another light in the room.',
  link: 'https://www.designtokens.org/',
  severity: 'minor',
  tier: 'report',
  unit: 'shadows too many',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const shadows = new Set(
      renderedElements(page).map((element) => page.styleOf(element).value('box-shadow') ?? 'none'),
    );
    shadows.delete('none');
    const found: Observation[] =
      shadows.size <= MOST
        ? []
        : [
            {
              at: null,
              measured: `${shadows.size} shadows`,
              required: `at most ${MOST}`,
              message: `The page uses ${shadows.size} different shadows.`,
              suggestion: 'Keep two or three levels.',
            },
          ];
    return { checked: shadows.size > 0 ? 1 : 0, found };
  },
};

const MOST = 5;
