import type { Audit, Observation } from '../finding.ts';
import { beyond } from '../model/beyond-width.ts';
import type { Page, PageElement } from '../model/page.ts';
import { hasAncestor, renderedElements } from '../model/reading.ts';

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
  properties: ['width', 'min-width'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const found: Observation[] = [];
    let checked = 0;
    for (const at of renderedElements(page)) {
      const style = page.styleOf(at);
      const wide = tooWide(page, at);
      if (wide !== null) found.push(wide);
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
      if (isContained(page, at)) continue;
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

/** What certainly reaches beyond a phone's edge though no width says so: unbroken lines, columns, parts of the window. */
function tooWide(page: Page, at: PageElement): Observation | null {
  const said = beyond(page, at, PHONE_PX);
  if (said === null || hasAncestor(at, 'svg', 'table', 'pre') || isContained(page, at) || isHidden(page, at))
    return null;
  return {
    at,
    measured: said,
    required: `at most ${PHONE_PX}px`,
    message: `On a phone the page scrolls sideways: ${said}.`,
    suggestion: 'Let it break into lines, or give it the width of the screen.',
    tier: 'report',
  };
}

/** Out of sight on purpose: for screen readers, or until it slides in. */
function isHidden(page: Page, at: PageElement): boolean {
  for (let around: PageElement | null = at; around !== null; around = around.parent) {
    const style = page.styleOf(around);
    if (/absolute|fixed/.test(style.value('position') ?? '')) return true;
  }
  return false;
}

/** The narrowest common phone in landscape is wider, in portrait narrower. */
const PHONE_PX = 400;

/** Something around it scrolls or cuts, so the page itself stays as wide as the screen. */
function isContained(page: Page, at: PageElement): boolean {
  for (let around = at.parent; around !== null && around.tag !== 'body'; around = around.parent) {
    if (/auto|scroll|hidden|clip/.test(page.styleOf(around).value('overflow-x') ?? '')) return true;
  }
  return false;
}
