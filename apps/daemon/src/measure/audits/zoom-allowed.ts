import { actAudit } from './act.ts';

export const zoomAllowed = actAudit({
  id: 'zoom-allowed',
  role: 'a11y',
  dim: 'wcag',
  weight: 10,
  title: 'Readers may zoom',
  why: 'Blocking zoom locks out everyone who needs larger text.',
  severity: 'critical',
  tier: 'automatic',
  unit: 'viewports that block zoom',
  rules: ['R47'],
  required: 'zoom to at least 200 %',
  says: 'The page keeps readers from zooming in.',
  suggestion: 'Remove user-scalable=no and maximum-scale.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/resize-text.html',
});
