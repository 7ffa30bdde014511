import type { Audit, Observation } from '../finding.ts';
import { renderedElements } from '../model/reading.ts';

export const radiusVariety: Audit = {
  id: 'radius-variety',
  role: 'brand',
  dim: 'scale',
  weight: 3,
  title: 'Corners share a few radii',
  why: 'Corners of 4, 6, 7, 10 and 12 px on one page were chosen five times.',
  link: 'https://www.designtokens.org/',
  severity: 'minor',
  tier: 'report',
  unit: 'radii too many',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const radii = new Set<number>();
    for (const element of renderedElements(page)) {
      const style = page.styleOf(element);
      const radius = style.px('border-top-left-radius') ?? 0;
      // Pills and circles are a shape of their own.
      if (radius > 0 && radius < 50 && style.source('border-top-left-radius') !== null)
        radii.add(Math.round(radius));
    }
    const found: Observation[] =
      radii.size <= MOST
        ? []
        : [
            {
              at: null,
              measured: `radii of ${[...radii].sort((a, b) => a - b).join(', ')}px`,
              required: `at most ${MOST} radii`,
              message: `The page uses ${radii.size} corner radii.`,
              suggestion: 'Keep a small, a medium and a large one.',
            },
          ];
    return { checked: radii.size > 0 ? 1 : 0, found };
  },
};

const MOST = 4;
