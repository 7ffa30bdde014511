import { actAudit } from './act.ts';

export const graphicName = actAudit({
  id: 'graphic-name',
  role: 'a11y',
  dim: 'names',
  weight: 7,
  title: 'Graphics have a text alternative',
  why: 'An SVG or object with a role but no name is announced as an unknown graphic.',
  severity: 'major',
  tier: 'automatic',
  unit: 'graphics without a name',
  rules: ['R43', 'R63'],
  required: 'an accessible name',
  says: 'The drawing has no text for readers who do not see it.',
  suggestion: 'Add <title> or aria-label, or hide it with aria-hidden="true".',
});
