import type { Audit, Observation } from '../finding.ts';

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
    const answering = page.elements.filter(
      (element) => element.attributes.has('onblur') || element.attributes.has('onfocusout'),
    );
    const found: Observation[] = [];
    for (const at of answering) {
      const code = at.attributes.get('onblur') ?? at.attributes.get('onfocusout') ?? '';
      // Only what takes it back whatever happened: a condition may be a check of what was typed.
      if (!/\bthis\.focus\(\)/.test(code) || /\bif\b|\?|&&/.test(code) || !page.engine.isTabbable(at))
        continue;
      found.push({
        at,
        measured: 'the focus is taken back when it leaves',
        required: 'a way out with the keyboard',
        message: `<${at.tag}> takes the focus back when it leaves.`,
        suggestion: 'Let the focus go; show what is wrong beside the control.',
      });
    }
    return { checked: answering.length, found };
  },
};
