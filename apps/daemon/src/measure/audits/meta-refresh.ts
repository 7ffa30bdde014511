import { actAudit } from './act.ts';

export const metaRefresh = actAudit({
  id: 'meta-refresh',
  role: 'a11y',
  dim: 'wcag',
  weight: 7,
  title: 'The page does not reload by itself',
  why: 'A page that reloads or moves on takes the reader away mid-sentence.',
  severity: 'major',
  tier: 'report',
  unit: 'timed refreshes',
  rules: ['R9'],
  required: 'no timed refresh',
  suggestion: 'Remove the meta refresh.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/timing-adjustable.html',
});
