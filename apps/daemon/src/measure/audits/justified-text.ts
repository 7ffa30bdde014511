import { actAudit } from './act.ts';

export const justifiedText = actAudit({
  id: 'justified-text',
  role: 'critic',
  dim: 'type',
  weight: 3,
  title: 'Running text is not justified',
  why: 'Justified text on the web opens rivers of white that slow readers with dyslexia.',
  severity: 'minor',
  tier: 'automatic',
  unit: 'justified paragraphs',
  properties: ['text-align'],
  rules: ['R71'],
  required: 'text-align: start',
  suggestion: 'Align the text to the start.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/visual-presentation.html',
  needsStyle: true,
});
