import type { Audit, Observation } from '../finding.ts';
import { proseBlocks } from '../model/reading.ts';

export const everythingCentred: Audit = {
  id: 'everything-centred',
  role: 'critic',
  dim: 'character',
  weight: 1,
  title: 'Not everything is centred',
  why: 'Centred paragraphs have no edge for the eye to return to.',
  link: 'https://github.com/pbakaus/impeccable',
  severity: 'minor',
  tier: 'report',
  unit: 'centred texts',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const blocks = proseBlocks(page).filter((block) => block.words >= 12);
    const centred = blocks.filter((block) => page.styleOf(block.element).value('text-align') === 'center');
    if (blocks.length < 4 || centred.length / blocks.length < SHARE)
      return { checked: blocks.length, found: [] };
    const found: Observation[] = centred.map(({ element: at }) => ({
      at,
      measured: 'text-align: center',
      required: 'running text aligned to the start',
      message: `${centred.length} of ${blocks.length} paragraphs are centred.`,
      suggestion: 'Align running text to the start.',
    }));
    return { checked: blocks.length, found };
  },
};

const SHARE = 0.7;
