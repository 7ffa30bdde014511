import { phraseAudit } from './phrase.ts';

export const notBut = phraseAudit({
  id: 'not-but',
  role: 'copy',
  dim: 'plain',
  weight: 1,
  title: 'No "not just X, but Y"',
  why: 'The figure that denies one thing to praise another is the most worn of machine writing.',
  link: 'https://en.wikipedia.org/wiki/Wikipedia:Signs_of_AI_writing',
  severity: 'minor',
  tier: 'report',
  unit: 'worn figures',
  scope: 'all',
  required: 'a plain statement',
  describe: (hit) => `"${hit}" is a worn figure of speech.`,
  patterns: [
    {
      pattern:
        /\b(?:it(?:'|’)?s|this is|we(?:'|’)?re|that(?:'|’)?s) not (?:just|only|merely|about) [^.;!?]{2,50}?[,;—–-]\s*(?:but|it(?:'|’)?s|we(?:'|’)?re)\b/gi,
      advice: 'Say what it is.',
    },
    { pattern: /\bnot (?:just|only|merely) [^.;,!?]{2,40}, but\b/gi, advice: 'Say what it is.' },
  ],
});
