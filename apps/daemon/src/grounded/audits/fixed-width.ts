import type { Audit, Observation } from '../finding.ts';
import { hasAncestor, renderedElements } from '../reading.ts';

export const fixedWidth: Audit = {
  id: 'fixed-width',
  role: 'critic',
  dim: 'space',
  weight: 7,
  title: 'Nothing is wider than a phone',
  why: 'A fixed width over 400 px makes the whole page scroll sideways on a phone.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/reflow.html',
  severity: 'major',
  tier: 'automatic',
  unit: 'boxes with a fixed width',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const found: Observation[] = [];
    let checked = 0;
    for (const at of renderedElements(page)) {
      const style = page.styleOf(at);
      const width = style.declared('width', 'min-width');
      if (width === null || width.source === null) continue;
      checked += 1;
      const px = style.length(width.value);
      if (px === null || px <= PHONE_PX) continue;
      // A desktop-only rule, a cap, or a box that scrolls by itself is no danger on a phone.
      if (width.source.conditions.some((condition) => /min-width|width\s*>/.test(condition))) continue;
      if (/^(img|video|canvas|svg|iframe|table)$/.test(at.tag) || hasAncestor(at, 'svg', 'table')) continue;
      const cap = style.declared('max-width')?.value ?? '';
      if (width.property === 'width' && /%|vw|min\(/.test(cap)) continue;
      if (
        /auto|scroll|hidden/.test(
          at.parent === null ? '' : (page.styleOf(at.parent).value('overflow-x') ?? ''),
        )
      )
        continue;
      found.push({
        at,
        measured: `${width.property}: ${width.value}`,
        required: `at most ${PHONE_PX}px, or max-width: 100%`,
        message: `A box has a fixed ${width.property} of ${Math.round(px)}px.`,
        suggestion: 'Use max-width instead of width.',
      });
    }
    return { checked, found };
  },
};

/** The narrowest common phone in landscape is wider, in portrait narrower. */
const PHONE_PX = 400;
