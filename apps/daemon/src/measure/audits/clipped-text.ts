import { actAudit } from './act.ts';

export const clippedText = actAudit({
  id: 'clipped-text',
  role: 'critic',
  dim: 'space',
  weight: 3,
  title: 'Text is not cut off when enlarged',
  why: 'A fixed height with hidden overflow cuts words at 200 % zoom.',
  severity: 'minor',
  tier: 'report',
  unit: 'texts that would be cut off',
  rules: ['R83'],
  required: 'room to grow',
  suggestion: 'Use min-height instead of height, or let it overflow.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/resize-text.html',
  needsStyle: true,
});
