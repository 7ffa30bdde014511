import { frameWords } from '../model/given-names.ts';
import { actAudit } from './act.ts';

export const frameName = actAudit({
  id: 'frame-name',
  role: 'a11y',
  dim: 'names',
  weight: 7,
  title: 'Frames have a title',
  why: 'A frame without a title is a door without a sign.',
  severity: 'major',
  tier: 'automatic',
  unit: 'frames without a title',
  rules: ['R13'],
  required: 'a title',
  says: 'The frame has no title.',
  suggestion: 'Add a title that says what the frame holds.',
  isGiven: (at) => frameWords(at) !== null,
});
