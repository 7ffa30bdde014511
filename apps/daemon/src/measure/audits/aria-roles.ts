import { actAudit } from './act.ts';

export const ariaRoles = actAudit({
  id: 'aria-roles',
  role: 'a11y',
  dim: 'wcag',
  weight: 7,
  title: 'Roles are valid and complete',
  why: 'An unknown role hides what the element really is.',
  severity: 'major',
  tier: 'automatic',
  unit: 'wrong roles',
  rules: ['R110', 'R16'],
  required: 'a valid role with its required attributes',
  suggestion: 'Use a native element, or a valid role with its required states.',
  link: 'https://www.w3.org/TR/wai-aria-1.2/#roles',
});
