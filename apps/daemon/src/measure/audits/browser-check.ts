import type { Audit } from '../finding.ts';

/** Filled by what a browser's checker calls serious and no other audit asks; from the source there is no answer. */
export const browserCheck: Audit = {
  id: 'browser-check',
  role: 'a11y',
  dim: 'wcag',
  weight: 7,
  title: 'No serious fault is left in the browser',
  why: 'What only shows once a page is laid out reaches its readers all the same.',
  link: 'https://dequeuniversity.com/rules/axe/4.10',
  severity: 'major',
  tier: 'report',
  unit: 'further faults seen in the browser',
  run: () => ({ checked: 0, found: [] }),
};
