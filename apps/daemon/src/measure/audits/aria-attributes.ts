import { textOf } from '../model/reading.ts';
import { actAudit } from './act.ts';

export const ariaAttributes = actAudit({
  id: 'aria-attributes',
  role: 'a11y',
  dim: 'wcag',
  weight: 7,
  title: 'ARIA attributes exist, fit their element and have valid values',
  why: 'Wrong ARIA is worse than none: it is believed.',
  severity: 'major',
  tier: 'automatic',
  unit: 'wrong ARIA attributes',
  rules: ['R18', 'R19', 'R20'],
  required: 'an existing attribute with an allowed value',
  suggestion: 'Remove the attribute or give it a valid value.',
  // A name on a plain box is ignored; with text inside, nothing is lost (axe asks for review only).
  isMinor: (message, at) => message.includes('prohibited') && at !== null && textOf(at) !== '',
  link: 'https://www.w3.org/TR/wai-aria-1.2/',
});
