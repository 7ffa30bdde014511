import { phraseAudit } from './phrase.ts';

export const exclamations = phraseAudit({
  id: 'exclamations',
  role: 'copy',
  dim: 'plain',
  weight: 1,
  title: 'Few exclamation marks',
  why: 'Shouting does not convince.',
  link: 'https://www.nngroup.com/articles/tone-of-voice-dimensions/',
  severity: 'minor',
  tier: 'report',
  unit: 'exclamation marks',
  scope: 'all',
  required: 'at most one',
  describe: (_hit) => `An exclamation mark shouts.`,
  allowance: () => 2,
  patterns: [{ pattern: /!+(?=\s|$)/g, advice: 'End with a full stop.', anyLanguage: true }],
});
