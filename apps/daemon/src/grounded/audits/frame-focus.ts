import { actAudit } from './act.ts';

export const frameFocus = actAudit({
  id: 'frame-focus',
  role: 'a11y',
  dim: 'focus',
  weight: 3,
  title: 'Frames can be reached by keyboard',
  why: 'A frame taken out of the tab order locks the keyboard out of what is in it.',
  severity: 'minor',
  tier: 'automatic',
  unit: 'frames out of the tab order',
  rules: ['R95'],
  required: 'no negative tabindex',
  suggestion: 'Remove the tabindex.',
});
