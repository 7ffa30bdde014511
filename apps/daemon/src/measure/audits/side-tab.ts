import type { Audit, Observation } from '../finding.ts';
import { renderedElements } from '../model/reading.ts';

export const sideTab: Audit = {
  id: 'side-tab',
  role: 'critic',
  dim: 'character',
  weight: 3,
  title: 'No coloured bar at the side of cards',
  why: 'A thick bar on one side of a rounded card is a habit of generators, not a decision.',
  link: 'https://github.com/pbakaus/impeccable',
  severity: 'minor',
  tier: 'report',
  unit: 'cards with a side bar',
  properties: ['border-left-width', 'border-left'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const found: Observation[] = [];
    let checked = 0;
    for (const at of renderedElements(page)) {
      if (!/^(div|article|section|aside|li)$/.test(at.tag)) continue;
      const style = page.styleOf(at);
      const radius = style.px('border-top-right-radius') ?? 0;
      const background = style.color('background-color');
      if (background === null || background.alpha < 0.1) continue;
      checked += 1;
      const left = style.value('border-left-style') === 'none' ? 0 : (style.px('border-left-width') ?? 0);
      const right = style.value('border-right-style') === 'none' ? 0 : (style.px('border-right-width') ?? 0);
      if (left < 3 || left <= right + 1 || radius < 2) continue;
      // The engine loses the right side of `border: 3px solid`; a frame on all sides is no side bar.
      if (style.declared('border') !== null && style.declared('border-left', 'border-left-width') === null)
        continue;
      found.push({
        at,
        measured: `border-left of ${left}px on a rounded card`,
        required: 'no side bar',
        message: 'A rounded card has a thick bar on its left.',
        suggestion: 'Let space, a heading or a full border carry the meaning.',
      });
    }
    return { checked, found };
  },
};
