import type { Audit, Observation } from '../finding.ts';
import { parseTree } from '../model/dom.ts';
import type { PageElement } from '../model/page.ts';

const TINY_PX = 1;

export const frameFocus: Audit = {
  id: 'frame-focus',
  role: 'a11y',
  dim: 'focus',
  weight: 3,
  title: 'Frames can be reached by keyboard',
  why: 'A frame taken out of the tab order locks the keyboard out of what is in it.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/keyboard.html',
  severity: 'minor',
  tier: 'automatic',
  unit: 'frames out of the tab order',
  run(page) {
    const frames = page
      .byTag('iframe')
      .filter(
        (frame) =>
          page.isVisible(frame) && !page.engine.isIgnored(frame) && !isTiny(frame) && !isInert(frame),
      );
    const found: Observation[] = [];
    for (const at of frames) {
      if (!(Number(at.attributes.get('tabindex') ?? 0) < 0)) continue;
      const inside = at.attributes.get('srcdoc');
      if (inside !== undefined && !hasControls(inside)) continue;
      found.push({
        at,
        measured: `tabindex="${at.attributes.get('tabindex')}"`,
        required: 'no negative tabindex',
        message: 'The frame is out of the tab order, with everything in it.',
        suggestion: 'Remove the tabindex.',
        // What another page holds is not known here; a frame without controls loses nothing.
        ...(inside === undefined ? { open: true } : {}),
      });
    }
    return { checked: frames.length, found };
  },
};

function isTiny({ attributes }: PageElement): boolean {
  return ['width', 'height'].some((name) => Number(attributes.get(name) ?? Number.NaN) <= TINY_PX);
}

function isInert(element: PageElement): boolean {
  for (let at: PageElement | null = element; at !== null; at = at.parent)
    if (at.attributes.has('inert')) return true;
  return false;
}

function hasControls(html: string): boolean {
  return parseTree(html).elements.some(({ tag, attributes }) => {
    const order = attributes.get('tabindex');
    if (order !== undefined) return Number(order) >= 0;
    if (attributes.has('disabled')) return false;
    return (
      ((tag === 'a' || tag === 'area') && attributes.has('href')) ||
      /^(button|input|select|textarea|summary|iframe)$/.test(tag)
    );
  });
}
