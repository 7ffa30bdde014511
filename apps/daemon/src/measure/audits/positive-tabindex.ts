import type { Audit } from '../finding.ts';

export const positiveTabindex: Audit = {
  id: 'positive-tabindex',
  role: 'a11y',
  dim: 'focus',
  weight: 7,
  title: 'The tab order is the reading order',
  why: 'A positive tabindex jumps ahead of everything else and sends keyboard users in circles.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/focus-order.html',
  severity: 'major',
  tier: 'automatic',
  unit: 'elements that jump the tab order',
  run(page) {
    const list = page.elements.filter((element) => element.attributes.has('tabindex'));
    const found = list
      .filter((element) => Number(element.attributes.get('tabindex')) > 0)
      .map((at) => ({
        at,
        measured: `tabindex="${at.attributes.get('tabindex')}"`,
        required: 'tabindex 0 or -1',
        message: `tabindex="${at.attributes.get('tabindex')}" jumps the tab order.`,
        suggestion: 'Use tabindex="0" and put the element where it belongs in the source.',
      }));
    return { checked: list.length, found };
  },
};
