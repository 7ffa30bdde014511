import type { Audit, Observation } from '../finding.ts';
import { proseBlocks } from '../model/reading.ts';

/** Running text: WCAG's 1.4.12 expects 1.5 to be possible; below 1.3 lines collide. */
const LEAST = 1.3;
const MOST = 2.2;

export const lineHeight: Audit = {
  id: 'line-height',
  role: 'critic',
  dim: 'type',
  weight: 3,
  title: 'Running text has room between its lines',
  why: 'Tight lines make the eye lose its place on the way back.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/text-spacing.html',
  severity: 'major',
  tier: 'automatic',
  unit: 'texts with tight or loose lines',
  properties: ['line-height'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const found: Observation[] = [];
    const blocks = proseBlocks(page).filter((block) => block.words >= 12);
    for (const { element: at } of blocks) {
      const height = page.styleOf(at).lineHeight;
      // Display-size text is meant to be set tight.
      if (height === null || page.styleOf(at).fontSize >= 28) continue;
      if (height >= LEAST - 0.001 && height <= MOST) continue;
      const shown = Math.round(height * 100) / 100;
      found.push({
        at,
        measured: `${shown}`,
        required: `${LEAST} to ${MOST}`,
        message: `Running text has a line height of ${shown}.`,
        suggestion: 'Set it to about 1.5.',
      });
    }
    return { checked: blocks.length, found };
  },
};
