import { actAudit } from './act.ts';

export const hiddenFocusable = actAudit({
  id: 'hidden-focusable',
  role: 'a11y',
  dim: 'focus',
  weight: 7,
  title: 'Hidden parts cannot take the focus',
  why: 'Focus that lands on something hidden is focus lost.',
  severity: 'major',
  tier: 'automatic',
  unit: 'hidden parts that take focus',
  rules: ['R17', 'R90'],
  required: 'nothing focusable inside',
  suggestion: 'Add tabindex="-1", or remove aria-hidden.',
});
