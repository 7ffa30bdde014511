import { actAudit } from './act.ts';

export const autocomplete = actAudit({
  id: 'autocomplete',
  role: 'a11y',
  dim: 'wcag',
  weight: 3,
  title: 'autocomplete values are valid',
  why: 'A valid value lets the browser fill the field for people who type with difficulty.',
  severity: 'minor',
  tier: 'report',
  unit: 'invalid autocomplete values',
  rules: ['R10'],
  required: 'a valid token',
  suggestion: 'Use a value of the HTML list, for example email.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/identify-input-purpose.html',
});
