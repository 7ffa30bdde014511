import type { Audit, Observation } from '../finding.ts';
import { MAX_HITS } from '../limits.ts';
import { positionOf } from '../model/place.ts';
import { visibleBlocks } from '../model/reading.ts';

/** A reference whose definition is missing stays in the text with its brackets. */
const REFERENCE = /(?<![\w\]\\])\[[^\][]{1,80}\]\[(?=[^\][]*\p{L})[^\][]{1,80}\]/gu;

export const brokenReferences: Audit = {
  id: 'broken-references',
  role: 'copy',
  dim: 'calls',
  weight: 7,
  title: 'Link references are defined',
  why: 'A reference without a definition is shown with its brackets instead of as a link.',
  link: 'https://spec.commonmark.org/0.31.2/#reference-link',
  severity: 'major',
  tier: 'report',
  unit: 'references without a definition',
  markdownOnly: true,
  run(page) {
    const found: Observation[] = [];
    const blocks = visibleBlocks(page).filter(({ kind }) => kind !== 'code');
    for (const block of blocks) {
      for (const [hit] of block.said.matchAll(REFERENCE)) {
        if (found.length >= MAX_HITS) break;
        found.push({
          at: block.element,
          measured: hit,
          required: 'a definition of the reference',
          message: `The reference ${hit.slice(0, 60)} leads nowhere: it is not defined.`,
          suggestion: 'Add its definition, `[name]: address`, or link directly.',
          ...positionOf(page, block, hit, 0),
        });
      }
    }
    return { checked: blocks.length, found };
  },
};
