import { actAudit } from './act.ts';

export const landmarkNames = actAudit({
  id: 'landmark-names',
  role: 'a11y',
  dim: 'structure',
  weight: 3,
  title: 'Landmarks of one kind have different names',
  why: 'Two navigations called "navigation" cannot be told apart.',
  severity: 'minor',
  tier: 'automatic',
  unit: 'landmarks that share a name',
  rules: ['R56'],
  required: 'a name of its own',
  suggestion: 'Add aria-label to each.',
});
