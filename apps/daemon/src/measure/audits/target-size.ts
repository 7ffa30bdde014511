import type { Audit, Observation } from '../finding.ts';
import { actions } from '../model/reading.ts';

const LEAST_PX = 24;
const SIZING = [
  'padding',
  'padding-top',
  'padding-bottom',
  'padding-block',
  'height',
  'min-height',
  'line-height',
] as const;
const SURELY_SMALL_PX = 18;

export const targetSize: Audit = {
  id: 'target-size',
  role: 'a11y',
  dim: 'focus',
  weight: 7,
  title: 'Buttons are large enough to hit',
  why: 'A target below 24 px is missed by unsteady hands and by thumbs.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/target-size-minimum.html',
  severity: 'major',
  tier: 'automatic',
  unit: 'targets below 24 px',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const list = actions(page);
    const found: Observation[] = [];
    for (const at of list) {
      const style = page.styleOf(at);
      // WCAG excuses controls whose size is the browser's own.
      if (at.tag !== 'a' && style.declared(...SIZING)?.source == null) continue;
      const { top, bottom } = style.padding();
      if (top === null || bottom === null) continue;
      const written = style.length(style.declared('height')?.value);
      const line = style.fontSize * (style.lineHeight ?? 1.2);
      const height = Math.max(
        written ?? line + top + bottom,
        style.length(style.declared('min-height')?.value) ?? 0,
      );
      if (height >= LEAST_PX - 0.5) continue;
      found.push({
        at,
        measured: `about ${Math.round(height)}px high`,
        required: `at least ${LEAST_PX}px`,
        message: `A button is only about ${Math.round(height)}px high.`,
        // WCAG excuses a low target with room around it, which only layout can tell.
        severity: height < SURELY_SMALL_PX ? 'major' : 'minor',
        suggestion: `Give it padding until it is ${LEAST_PX}px high, better 44px.`,
      });
    }
    return { checked: list.length, found };
  },
};
