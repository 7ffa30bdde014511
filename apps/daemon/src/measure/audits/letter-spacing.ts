import type { Audit, Observation } from '../finding.ts';
import { proseBlocks } from '../model/reading.ts';

export const letterSpacing: Audit = {
  id: 'letter-spacing',
  role: 'critic',
  dim: 'type',
  weight: 1,
  title: 'Running text keeps its natural letter spacing',
  why: 'Spread or squeezed letters break the word shapes readers know.',
  link: 'https://practicaltypography.com/letterspacing.html',
  severity: 'minor',
  tier: 'automatic',
  unit: 'texts with odd letter spacing',
  properties: ['letter-spacing'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const blocks = proseBlocks(page);
    const found: Observation[] = [];
    for (const { element: at } of blocks) {
      const style = page.styleOf(at);
      const em = (style.px('letter-spacing') ?? 0) / style.fontSize;
      if (style.value('text-transform') === 'uppercase' || (em >= -0.03 && em <= 0.08)) continue;
      found.push({
        at,
        measured: `${Math.round(em * 1000) / 1000}em`,
        required: 'between -0.03em and 0.08em',
        message: `Running text is spaced by ${Math.round(em * 1000) / 1000}em.`,
        suggestion: 'Remove the letter-spacing.',
      });
    }
    return { checked: blocks.length, found };
  },
};
