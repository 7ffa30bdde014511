import { phraseAudit } from './phrase.ts';

export const vagueClaims = phraseAudit({
  id: 'vague-claims',
  role: 'copy',
  dim: 'finished',
  weight: 3,
  title: 'Claims come with proof',
  why: '"Thousands of happy customers" is believed by nobody.',
  link: 'https://www.nngroup.com/articles/trustworthy-design/',
  severity: 'minor',
  tier: 'report',
  unit: 'claims without proof',
  scope: 'all',
  required: 'a source, a name or a figure',
  describe: (hit) => `"${hit}" is a claim without proof.`,
  patterns: [
    {
      pattern:
        /\b(?:trusted by (?:thousands|millions|hundreds|leading)|thousands of (?:happy|satisfied)|millions of (?:happy|satisfied|users)|(?:\d[\d,.]*[km]?\+?) (?:happy|satisfied) (?:customers|clients|users)|#1 (?:in|choice|platform|app|solution)|industry[- ]leading|the (?:world|industry)(?:'|’)?s (?:best|leading|most)|award[- ]winning|guaranteed results|100% (?:satisfaction|guaranteed))\b/gi,
      advice: 'Name who, how many and where it can be checked.',
    },
  ],
});
