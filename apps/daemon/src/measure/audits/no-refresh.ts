import { actAudit } from './act.ts';

export const noRefresh = actAudit({
  id: 'no-refresh',
  role: 'a11y',
  dim: 'wcag',
  weight: 3,
  level: 'AAA',
  title: 'The page never reloads by itself (asked with --level AAA)',
  why: 'Even a reload once a day takes a slow reader’s place.',
  severity: 'major',
  tier: 'report',
  unit: 'timed reloads',
  rules: ['R96'],
  required: 'no delay in a refresh',
  suggestion: 'Let the reader reload, or redirect at once.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/no-timing.html',
});
