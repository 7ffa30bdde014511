import type { Audit, Observation } from '../finding.ts';
import type { PageElement } from '../model/page.ts';

export const nestedInteractive: Audit = {
  id: 'nested-interactive',
  role: 'a11y',
  dim: 'structure',
  weight: 7,
  title: 'No control inside another control',
  why: 'A button in a link has two answers to one click, and screen readers announce only one.',
  link: 'https://dequeuniversity.com/rules/axe/4.10/nested-interactive',
  severity: 'major',
  tier: 'report',
  unit: 'controls inside controls',
  run(page) {
    const controls = page.byTag('a', 'button', 'input', 'select', 'textarea');
    const found: Observation[] = [];
    for (const at of controls) {
      if (at.attributes.get('type') === 'hidden' || !isControl(at) || !isInControl(at)) continue;
      found.push({
        at,
        measured: `<${at.tag}> inside a link or button`,
        required: 'one control at a time',
        message: `<${at.tag}> stands inside another control.`,
        suggestion: 'Keep one of the two: a link styled as a button needs no button in it.',
      });
    }
    return { checked: controls.length, found };
  },
};

/** A link without a target is only text. */
function isControl({ tag, attributes }: PageElement): boolean {
  return tag !== 'a' || attributes.has('href');
}

function isInControl(element: PageElement): boolean {
  for (let at = element.parent; at !== null; at = at.parent)
    if ((at.tag === 'a' || at.tag === 'button') && isControl(at)) return true;
  return false;
}
