import { actAudit } from './act.ts';

export const menuitemName = actAudit({
  id: 'menuitem-name',
  role: 'a11y',
  dim: 'names',
  weight: 3,
  title: 'Menu items and summaries have a name',
  why: 'A menu item without a name cannot be chosen by ear.',
  severity: 'minor',
  tier: 'report',
  unit: 'menu items without a name',
  rules: ['R94', 'R116'],
  required: 'an accessible name',
  says: 'The menu item has no name that a screen reader could say.',
  suggestion: 'Give it text.',
});
