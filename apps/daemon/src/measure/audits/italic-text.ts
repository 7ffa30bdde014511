import { actAudit } from './act.ts';

export const italicText = actAudit({
  id: 'italic-text',
  role: 'critic',
  dim: 'type',
  weight: 1,
  title: 'Long passages are not all italic',
  why: 'A whole paragraph of italics reads slower and stresses nothing.',
  severity: 'minor',
  tier: 'automatic',
  unit: 'paragraphs all in italics',
  properties: ['font-style'],
  rules: ['R85'],
  required: 'upright text',
  suggestion: 'Keep italics for emphasis.',
  needsStyle: true,
});
