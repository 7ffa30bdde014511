import { phraseAudit } from './phrase.ts';

export const fillerWords = phraseAudit({
  id: 'filler-words',
  role: 'copy',
  dim: 'plain',
  weight: 1,
  title: 'No filler words',
  why: 'Very, really and just weaken the word they stand before.',
  link: 'https://www.plainlanguage.gov/guidelines/words/',
  severity: 'minor',
  tier: 'automatic',
  unit: 'filler words',
  scope: 'prose',
  required: 'no filler',
  describe: (hit) => `"${hit}" adds nothing.`,
  allowance: (words) => Math.floor(words / 200),
  patterns: [
    {
      pattern:
        /\b(?:very|really|quite|basically|actually|literally|simply|truly|totally|extremely)\s+(?=[a-z]{3,})/g,
      advice: 'Leave it out.',
    },
  ],
});
