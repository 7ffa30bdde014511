import type { Audit, Observation } from '../finding.ts';

export const gradientText: Audit = {
  id: 'gradient-text',
  role: 'critic',
  dim: 'character',
  weight: 3,
  title: 'No gradient text',
  why: 'Gradient headings are the first sign of a page no one designed; they also defeat contrast checks.',
  link: 'https://github.com/pbakaus/impeccable',
  severity: 'minor',
  tier: 'report',
  unit: 'texts with a gradient',
  properties: ['background-clip', '-webkit-background-clip'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    // Its colour is transparent, so by the book it is not visible.
    const blocks = page.blocks.filter(({ element }) => page.engine.isRendered(element));
    const found: Observation[] = [];
    for (const { element: at } of blocks) {
      const clip = page.styleOf(at).declared('background-clip', '-webkit-background-clip');
      if (clip === null || !/text/.test(clip.value)) continue;
      found.push({
        at,
        measured: 'background-clip: text',
        required: 'one solid text colour',
        message: 'Text is filled with a gradient.',
        suggestion: 'Use one solid colour.',
      });
    }
    return { checked: blocks.length, found };
  },
};
