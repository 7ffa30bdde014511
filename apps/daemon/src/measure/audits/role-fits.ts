import type { Audit } from '../finding.ts';

/** Which role fits which element is axe's table, and asked in the browser; from the source there is no answer. */
export const roleFits: Audit = {
  id: 'role-fits',
  role: 'a11y',
  dim: 'wcag',
  weight: 3,
  title: 'Roles fit their element',
  why: 'A role that an element may not have is taken by some readers and ignored by others.',
  link: 'https://www.w3.org/TR/html-aria/#docconformance',
  severity: 'minor',
  tier: 'report',
  unit: 'roles on the wrong element',
  run: () => ({ checked: 0, found: [] }),
};
