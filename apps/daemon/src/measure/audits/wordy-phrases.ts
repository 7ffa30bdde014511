import { plainOf, WORDY_PATTERN } from '../model/wordy.ts';
import { phraseAudit } from './phrase.ts';

export const wordyPhrases = phraseAudit({
  id: 'wordy-phrases',
  role: 'copy',
  dim: 'plain',
  weight: 3,
  title: 'Plain words instead of wordy phrases',
  why: 'Every needless word takes time from every reader.',
  link: 'https://www.plainlanguage.gov/guidelines/words/use-simple-words-phrases/',
  severity: 'minor',
  tier: 'automatic',
  unit: 'wordy phrases',
  scope: 'all',
  required: 'plain words',
  describe: (hit) => `"${hit}" can be said in fewer or plainer words.`,
  patterns: [{ pattern: WORDY_PATTERN, advice: (hit) => `Write "${plainOf(hit)}".` }],
});
