import { actAudit } from './act.ts';

export const headingName = actAudit({
  id: 'heading-name',
  role: 'a11y',
  dim: 'names',
  weight: 7,
  title: 'Headings are not empty',
  why: 'An empty heading is a stop in the outline that says nothing.',
  severity: 'major',
  tier: 'automatic',
  unit: 'empty headings',
  rules: ['R64'],
  required: 'text in the heading',
  says: 'The heading is empty.',
  suggestion: 'Fill the heading or remove it.',
});
