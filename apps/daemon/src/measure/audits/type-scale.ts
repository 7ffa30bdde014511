import type { Audit, Observation } from '../finding.ts';
import { visibleBlocks } from '../model/reading.ts';

export const typeScale: Audit = {
  id: 'type-scale',
  role: 'critic',
  dim: 'type',
  weight: 3,
  title: 'Text sizes come from one scale',
  why: 'A dozen sizes a pixel apart look like accidents.',
  link: 'https://m3.material.io/styles/typography/type-scale-tokens',
  severity: 'minor',
  tier: 'report',
  unit: 'text sizes too many',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const sizes = new Map<number, number>();
    for (const { element, kind } of visibleBlocks(page)) {
      if (kind === 'code') continue;
      const size = Math.round(page.styleOf(element).fontSize * 2) / 2;
      sizes.set(size, (sizes.get(size) ?? 0) + 1);
    }
    const count = sizes.size;
    const found: Observation[] = [];
    if (count > MOST) {
      const list = [...sizes.keys()].sort((a, b) => a - b).join(', ');
      found.push({
        at: null,
        measured: `${count} sizes: ${list}px`,
        required: `at most ${MOST} sizes`,
        message: `The page uses ${count} text sizes.`,
        suggestion: 'Take sizes from one scale of six to eight steps.',
      });
    }
    const close = closest([...sizes.keys()]);
    if (close !== null) {
      found.push({
        at: null,
        measured: `${close[0]}px beside ${close[1]}px`,
        required: 'sizes that differ visibly',
        message: `Text sizes of ${close[0]}px and ${close[1]}px are too close to tell apart.`,
        suggestion: 'Use one of them.',
      });
    }
    return { checked: Math.max(count, MOST), found };
  },
};

const MOST = 10;

/** Two sizes within four per cent read as a mistake. */
function closest(sizes: number[]): [number, number] | null {
  const sorted = sizes.sort((a, b) => a - b);
  for (const [index, size] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next !== undefined && next / size < 1.04) return [size, next];
  }
  return null;
}
