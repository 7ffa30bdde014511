import type { Audit, Observation } from '../finding.ts';
import { visibleBlocks } from '../model/reading.ts';
import type { TextBlock } from '../model/text.ts';

/** The spec's floor: body text is never below 12 px in production. Running text deserves more. */
const FLOOR_PX = 12;
const PROSE_FLOOR_PX = 14;
const PROSE_WORDS = 15;
/** Shares of a size, such as 85 % of 14 px, are drawn as the whole number beside them. */
const SLACK_PX = 0.2;
/** Below it nobody can be expected to read. */
export const TINY_PX = FLOOR_PX - SLACK_PX;

export const textSize: Audit = {
  id: 'text-size',
  role: 'critic',
  dim: 'type',
  weight: 7,
  title: 'Text is large enough to read',
  why: 'Small text is the complaint readers make most often; below 12 px it is lost on phones.',
  link: 'https://www.nngroup.com/articles/legibility-readability-comprehension/',
  severity: 'major',
  tier: 'automatic',
  unit: 'texts too small',
  properties: ['font-size'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const found: Observation[] = [];
    const blocks = visibleBlocks(page);
    for (const block of blocks) {
      const { element: at, text } = block;
      const size = page.styleOf(at).fontSize;
      const floor = isProse(block) ? PROSE_FLOOR_PX : FLOOR_PX;
      if (size >= floor - SLACK_PX || size < 1) continue;
      found.push({
        at,
        measured: `${Math.round(size * 10) / 10}px`,
        required: `at least ${floor}px`,
        message: `Text is set at ${Math.round(size * 10) / 10}px, below ${floor}px.`,
        suggestion: `Set it at ${floor}px or more.`,
        evidence: text,
        // Between the two floors it is small, not unreadable.
        ...(size >= TINY_PX ? { severity: 'minor' as const } : {}),
      });
    }
    return { checked: blocks.length, found };
  },
};

/** Running words. Code, and a column of figures beside it, are looked up and not read; larger, one would leave the lines of the other. */
function isProse({ kind, words, said }: TextBlock): boolean {
  if (kind === 'code' || words < PROSE_WORDS) return false;
  return (said.match(/\p{L}+/gu)?.length ?? 0) >= words / 2;
}
