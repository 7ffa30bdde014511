import type { Audit } from '../finding.ts';
import { emptyPraise } from './empty-praise.ts';
import { phraseAudit } from './phrase.ts';

const words = phraseAudit({
  id: 'buzzwords',
  role: 'copy',
  dim: 'plain',
  weight: 3,
  title: 'No marketing buzzwords',
  why: 'Words every company uses say nothing about this one.',
  link: 'https://en.wikipedia.org/wiki/Wikipedia:Signs_of_AI_writing',
  severity: 'minor',
  tier: 'report',
  unit: 'buzzwords',
  scope: 'all',
  required: 'plain claims',
  describe: (hit) => `"${hit}" is a word every company uses.`,
  allowance: (words) => Math.floor(words / 250),
  patterns: [
    {
      pattern:
        /\b(?:cutting[- ]edge|state[- ]of[- ]the[- ]art|next[- ](?:gen|generation|level)|world[- ]class|best[- ]in[- ]class|game[- ]chang(?:er|ing)|revolutioni[sz](?:e|es|ed|ing)|revolutionary|seamless(?:ly)?|effortless(?:ly)?|supercharge[sd]?|unleash(?:es|ed)?|unlock (?:the|your|new)|empower(?:s|ed|ing)?|elevate (?:your|the)|leverage[sd]?|leveraging|synerg(?:y|ies|istic)|holistic|robust|scalable solutions?|innovative solutions?|turnkey|paradigm|disrupt(?:ive|ing)|transformative|bespoke|delve[sd]?|tapestry|ever[- ]evolving|fast[- ]paced|in today's|mission[- ]critical|one[- ]stop|blazing(?:ly)?[- ]fast|lightning[- ]fast|thought leader(?:s|ship)?|move the needle|low[- ]hanging fruit|take .{1,20} to the next level|harness the power|powered by ai|ai[- ]powered)\b/gi,
      advice: 'Say what it does, with a fact or a figure.',
    },
  ],
});

export const buzzwords: Audit = {
  ...words,
  run(page) {
    const read = words.run(page);
    const praise = read.unmeasured === undefined ? emptyPraise(page) : null;
    return praise === null ? read : { ...read, found: [praise, ...read.found] };
  },
};
