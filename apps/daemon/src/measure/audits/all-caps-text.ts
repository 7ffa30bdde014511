import { actAudit } from './act.ts';

export const allCapsText = actAudit({
  id: 'all-caps-text',
  role: 'critic',
  dim: 'type',
  weight: 3,
  title: 'Running text is not in capitals',
  why: 'Words in capitals lose their shape and are read letter by letter.',
  severity: 'minor',
  tier: 'automatic',
  unit: 'paragraphs in capitals',
  properties: ['text-transform'],
  rules: ['R72'],
  required: 'normal case',
  suggestion: 'Remove text-transform: uppercase from running text.',
  needsStyle: true,
});
