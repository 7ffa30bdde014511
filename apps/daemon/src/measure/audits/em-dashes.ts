import { phraseAudit } from './phrase.ts';

export const emDashes = phraseAudit({
  id: 'em-dashes',
  role: 'copy',
  dim: 'plain',
  weight: 1,
  title: 'Few dashes',
  why: 'A dash in every paragraph is the mark of a machine.',
  link: 'https://en.wikipedia.org/wiki/Wikipedia:Signs_of_AI_writing',
  severity: 'minor',
  tier: 'report',
  unit: 'dashes',
  scope: 'prose',
  required: 'at most one in a hundred words',
  describe: (_hit) => `A dash breaks the sentence.`,
  allowance: (words) => Math.max(1, Math.floor(words / 100)),
  patterns: [{ pattern: /\s?—\s?|\s–\s/g, advice: 'Use a full stop or a comma.' }],
});
