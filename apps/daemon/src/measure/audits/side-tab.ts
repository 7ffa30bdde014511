import type { Audit, Observation } from '../finding.ts';
import { toLch } from '../model/color.ts';
import type { Page, PageElement } from '../model/page.ts';
import { renderedElements } from '../model/reading.ts';
import type { ElementStyle } from '../model/style.ts';

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
  properties: ['border-left-width', 'border-left', 'border-right-width'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const found: Observation[] = [];
    let checked = 0;
    for (const at of renderedElements(page)) {
      if (!/^(div|article|section|aside|li)$/.test(at.tag)) continue;
      if (!isCard(page, at)) continue;
      checked += 1;
      const style = page.styleOf(at);
      const [left, right] = [barOf(style, 'left'), barOf(style, 'right')];
      const bar = left >= right ? 'left' : 'right';
      if (Math.max(left, right) < LEAST_BAR_PX || Math.abs(left - right) <= 1) continue;
      // The engine loses the right side of `border: 3px solid`; a frame on all sides is no side bar.
      if (
        style.declared('border') !== null &&
        style.declared(`border-${bar}`, `border-${bar}-width`, 'border-inline-start') === null
      )
        continue;
      // A grey line sets apart; only a colour is an accent.
      const color = style.color(`border-${bar}-color`);
      if (color !== null && toLch(color).c < LEAST_CHROMA) continue;
      found.push({
        at,
        measured: `border-${bar} of ${Math.max(left, right)}px on a rounded card`,
        required: 'no side bar',
        message: `A rounded card has a thick bar on its ${bar}.`,
        suggestion: 'Let space, a heading or a full border carry the meaning.',
      });
    }
    return { checked, found };
  },
};

const LEAST_BAR_PX = 3;
const LEAST_CHROMA = 0.04;
const LEAST_RADIUS_PX = 2;
const LEAST_PADDING_PX = 8;

function barOf(style: ElementStyle, side: 'left' | 'right'): number {
  return style.value(`border-${side}-style`) === 'none' ? 0 : (style.px(`border-${side}-width`) ?? 0);
}

/** Rounded, with a ground of its own or room inside. */
function isCard(page: Page, at: PageElement): boolean {
  const style = page.styleOf(at);
  if (
    Math.max(style.px('border-top-right-radius') ?? 0, style.px('border-top-left-radius') ?? 0) <
    LEAST_RADIUS_PX
  )
    return false;
  const background = style.color('background-color');
  return (background !== null && background.alpha >= 0.1) || (style.padding().top ?? 0) >= LEAST_PADDING_PX;
}
