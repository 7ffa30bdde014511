import { actAudit } from './act.ts';

export const labelInName = actAudit({
  id: 'label-in-name',
  role: 'a11y',
  dim: 'names',
  weight: 3,
  title: 'Accessible names contain the visible label',
  why: 'Voice users say what they see; the name must contain it.',
  severity: 'minor',
  tier: 'report',
  unit: 'names that differ from their label',
  rules: ['R14'],
  required: 'the visible text within the accessible name',
  suggestion: 'Begin the aria-label with the visible text.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/label-in-name.html',
});
