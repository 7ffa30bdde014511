import type { Audit } from '../finding.ts';

export const frameFocus: Audit = {
  id: 'frame-focus',
  role: 'a11y',
  dim: 'focus',
  weight: 3,
  title: 'Frames can be reached by keyboard',
  why: 'A frame taken out of the tab order locks the keyboard out of what is in it.',
  link: 'https://alfa.siteimprove.com/rules/sia-r95',
  severity: 'minor',
  tier: 'automatic',
  unit: 'frames out of the tab order',
  run(page) {
    const frames = page
      .byTag('iframe')
      .filter((frame) => page.isVisible(frame) && !page.engine.isIgnored(frame));
    const found = frames
      .filter((frame) => Number(frame.attributes.get('tabindex') ?? 0) < 0)
      .map((at) => ({
        at,
        measured: `tabindex="${at.attributes.get('tabindex')}"`,
        required: 'no negative tabindex',
        message: 'The frame is out of the tab order, with everything in it.',
        suggestion: 'Remove the tabindex.',
      }));
    return { checked: frames.length, found };
  },
};
