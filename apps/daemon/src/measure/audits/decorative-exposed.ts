import { actAudit } from './act.ts';

export const decorativeExposed = actAudit({
  id: 'decorative-exposed',
  role: 'a11y',
  dim: 'wcag',
  weight: 3,
  title: 'Decorative images are really hidden',
  why: 'An image marked decorative but still exposed says nothing, aloud.',
  severity: 'minor',
  tier: 'report',
  unit: 'decorative images still exposed',
  rules: ['R67', 'R86'],
  required: 'hidden from assistive technology',
  suggestion: 'Remove title, aria-label or tabindex from it.',
});
