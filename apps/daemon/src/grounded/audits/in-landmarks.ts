import { actAudit } from './act.ts';

export const inLandmarks = actAudit({
  id: 'in-landmarks',
  role: 'a11y',
  dim: 'structure',
  weight: 3,
  title: 'Content lies within landmarks',
  why: 'Landmarks are how screen reader users jump; text outside them is found only by chance.',
  severity: 'minor',
  tier: 'automatic',
  unit: 'texts outside landmarks',
  rules: ['R57'],
  required: 'text inside a landmark',
  suggestion: 'Wrap the content in main, header, nav or footer.',
  link: 'https://www.w3.org/WAI/ARIA/apg/practices/landmark-regions/',
});
