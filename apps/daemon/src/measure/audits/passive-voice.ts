import { phraseAudit } from './phrase.ts';

export const passiveVoice = phraseAudit({
  id: 'passive-voice',
  role: 'copy',
  dim: 'plain',
  weight: 1,
  title: 'Sentences say who acts',
  why: 'A passive sentence hides who does it.',
  link: 'https://www.plainlanguage.gov/guidelines/words/',
  severity: 'minor',
  tier: 'report',
  unit: 'passive sentences',
  scope: 'prose',
  required: 'the active voice',
  describe: (hit) => `"${hit}" does not say who acts.`,
  allowance: (words) => Math.floor(words / 80),
  patterns: [
    {
      pattern:
        /\b(?:is|are|was|were|been|being|be) (?:\w+ly )?(?!(?:based|located|designed|called|named|interested|used|needed|closed|limited|related)\b)[a-z]{3,}(?:ed|wn|ught|tten|ken|ven|sen) by\b/gi,
      advice: 'Turn it round: who does what.',
    },
  ],
});
