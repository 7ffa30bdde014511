import { actAudit } from './act.ts';

export const landmarkNames = actAudit({
  id: 'landmark-names',
  role: 'a11y',
  dim: 'structure',
  weight: 3,
  title: 'Landmarks of one kind have different names',
  why: 'Two navigations called "navigation" cannot be told apart.',
  severity: 'major',
  // Two menus of one written name were mixed up; other parts may share the heading that names them.
  isMinor: (_message, at) => at?.tag !== 'nav' || !at.attributes.has('aria-label'),
  tier: 'automatic',
  unit: 'landmarks that share a name',
  rules: ['R56'],
  required: 'a name of its own',
  suggestion: 'Add aria-label to each.',
});
