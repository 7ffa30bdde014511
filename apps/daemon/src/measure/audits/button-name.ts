import { buttonWords } from '../model/given-names.ts';
import { actAudit } from './act.ts';

export const buttonName = actAudit({
  id: 'button-name',
  role: 'a11y',
  dim: 'names',
  weight: 10,
  title: 'Buttons have a name',
  why: 'A button without a name cannot be used by voice or by ear.',
  severity: 'critical',
  tier: 'automatic',
  unit: 'buttons without a name',
  rules: ['R12', 'R28'],
  required: 'an accessible name',
  says: 'The button has no name that a screen reader could say.',
  suggestion: 'Give the button text or an aria-label.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/name-role-value.html',
  isGiven: (at) => buttonWords(at) !== null,
});
