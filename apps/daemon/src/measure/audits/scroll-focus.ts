import { actAudit } from './act.ts';

export const scrollFocus = actAudit({
  id: 'scroll-focus',
  role: 'a11y',
  dim: 'focus',
  weight: 3,
  title: 'Scrolling boxes can be reached by keyboard',
  why: 'Content that only a mouse can scroll to is out of reach.',
  severity: 'minor',
  tier: 'automatic',
  unit: 'scrolling boxes without focus',
  rules: ['R84'],
  required: 'a focusable element',
  suggestion: 'Add tabindex="0" and a name.',
  needsStyle: true,
});
