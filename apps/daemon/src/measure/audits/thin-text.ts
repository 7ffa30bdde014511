import type { Audit, Observation } from '../finding.ts';
import { visibleBlocks } from '../model/reading.ts';

export const thinText: Audit = {
  id: 'thin-text',
  role: 'critic',
  dim: 'type',
  weight: 3,
  title: 'Small text is not hair-thin',
  why: 'Weights below 300 vanish at text sizes on ordinary screens.',
  link: 'https://www.nngroup.com/articles/legibility-readability-comprehension/',
  severity: 'minor',
  tier: 'automatic',
  unit: 'thin small texts',
  properties: ['font-weight'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const blocks = visibleBlocks(page);
    const found: Observation[] = [];
    for (const { element: at } of blocks) {
      const style = page.styleOf(at);
      if (style.fontWeight >= 300 || style.fontSize >= 24) continue;
      found.push({
        at,
        measured: `weight ${style.fontWeight} at ${Math.round(style.fontSize)}px`,
        required: 'weight 300 or more below 24px',
        message: `Text at ${Math.round(style.fontSize)}px has a weight of ${style.fontWeight}.`,
        suggestion: 'Use weight 400.',
        // A hairline is lost on an ordinary screen, whatever its colour.
        ...(style.fontWeight <= HAIRLINE && style.fontSize < RUNNING_PX
          ? { severity: 'major' as const }
          : {}),
      });
    }
    return { checked: blocks.length, found };
  },
};

const HAIRLINE = 200;
const RUNNING_PX = 20;
