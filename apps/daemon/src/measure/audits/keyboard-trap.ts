import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';

export const keyboardTrap: Audit = {
  id: 'keyboard-trap',
  role: 'a11y',
  dim: 'focus',
  weight: 7,
  title: 'The focus can be taken away again',
  why: 'A control that takes the focus back holds the keyboard on the page for good.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/no-keyboard-trap.html',
  severity: 'major',
  tier: 'report',
  unit: 'controls that keep the focus',
  run(page) {
    const answering = page.elements.filter(({ attributes }) => HANDLERS.some((name) => attributes.has(name)));
    const found: Observation[] = [];
    for (const at of answering) {
      const trap = trapOf(page, at);
      if (trap === null) continue;
      found.push({
        at,
        measured: trap,
        required: 'a way in and out with the keyboard',
        message: `On <${at.tag}> ${trap}.`,
        suggestion: 'Let the focus come and go; show what is wrong beside the control.',
      });
    }
    return { checked: answering.length, found };
  },
};

const HANDLERS = ['onblur', 'onfocusout', 'onfocus', 'onkeydown', 'onkeypress', 'onkeyup'];
const TAB = /['"]Tab['"]|\b(?:keyCode|which)\s*={2,3}\s*9\b/;
const STOPPED = /\bpreventDefault\s*\(|\breturn\s+false\b/;

function trapOf(page: Page, at: PageElement): string | null {
  const code = (...names: string[]): string => names.map((name) => at.attributes.get(name) ?? '').join(';');
  const key = code('onkeydown', 'onkeypress');
  if (TAB.test(key) && STOPPED.test(key)) return 'the Tab key does nothing';
  if (!page.engine.isTabbable(at)) return null;
  // Only what takes it back whatever happened: a condition may be a check of what was typed.
  const leaving = code('onblur', 'onfocusout');
  if (/\bthis\.focus\(\)/.test(leaving) && !/\bif\b|\?|&&/.test(leaving))
    return 'the focus is taken back when it leaves';
  const coming = code('onfocus');
  return /\bthis\.blur\(\)/.test(coming) && !/\bif\b|\?|&&/.test(coming)
    ? 'the focus is sent away when it comes'
    : null;
}
