import type { Audit, Observation } from '../finding.ts';
import { visibleBlocks } from '../model/reading.ts';
import type { ElementStyle } from '../model/style.ts';

export const crampedPadding: Audit = {
  id: 'cramped-padding',
  role: 'critic',
  dim: 'space',
  weight: 3,
  title: 'Boxes give their text room',
  why: 'Text that touches the edge of its box looks squeezed in.',
  link: 'https://m2.material.io/design/layout/understanding-layout.html',
  severity: 'minor',
  tier: 'automatic',
  unit: 'cramped boxes',
  properties: ['padding-left', 'padding-inline', 'padding'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const found: Observation[] = [];
    let checked = 0;
    for (const { element: at } of visibleBlocks(page)) {
      const style = page.styleOf(at);
      if (!isBox(style) || /^(td|th|mark|code|kbd|input|select|body|html|pre)$/.test(at.tag)) continue;
      // An unstyled button has the browser's own padding, which no sheet of the page says.
      if (at.tag === 'button' && style.declared(...PADDINGS)?.source == null) continue;
      const { left, right } = style.padding();
      if (left === null || right === null) continue;
      checked += 1;
      const least = Math.min(left, right);
      if (least >= style.fontSize * LEAST_EM) continue;
      if (style.declared('width', 'height', 'min-width', 'aspect-ratio') !== null) continue;
      found.push({
        at,
        measured: `${Math.round(least * 10) / 10}px beside the text`,
        required: `at least ${Math.round(style.fontSize * LEAST_EM * 10) / 10}px`,
        message: `A box leaves only ${Math.round(least * 10) / 10}px beside its text.`,
        suggestion: 'Give it at least half a line of padding.',
      });
    }
    return { checked, found };
  },
};

const LEAST_EM = 0.375;

const PADDINGS = ['padding', 'padding-left', 'padding-right', 'padding-inline'] as const;

/** A box one can see: painted, or framed on all sides. */
function isBox(style: ElementStyle): boolean {
  const background = style.color('background-color');
  if (background !== null && background.alpha > 0.3) return true;
  return ['left', 'right'].every(
    (side) => (style.px(`border-${side}-width`) ?? 0) > 0 && style.value(`border-${side}-style`) !== 'none',
  );
}
