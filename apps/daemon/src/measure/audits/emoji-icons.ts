import type { Audit, Observation } from '../finding.ts';
import { visibleBlocks } from '../model/reading.ts';

export const emojiIcons: Audit = {
  id: 'emoji-icons',
  role: 'critic',
  dim: 'character',
  weight: 3,
  title: 'No emoji as icons',
  why: 'Emoji look different on every device and are read aloud by name.',
  link: 'https://github.com/pbakaus/impeccable',
  severity: 'minor',
  tier: 'report',
  unit: 'emoji used as icons',
  run(page) {
    if (page.gaps.content !== null) return { checked: 0, found: [], unmeasured: page.gaps.content };
    const blocks = visibleBlocks(page);
    const found: Observation[] = [];
    for (const { element: at, text, kind } of blocks) {
      const emoji = /^(\p{Extended_Pictographic}\uFE0F?\u200D?)+/u.exec(text)?.[0];
      if (emoji === undefined || /^[©®™]/.test(emoji)) continue;
      if (text.length > emoji.length && kind !== 'heading' && kind !== 'action' && kind !== 'item') continue;
      found.push({
        at,
        measured: `"${text.slice(0, 20)}"`,
        required: 'a drawn icon, or none',
        message: `An emoji (${emoji}) serves as an icon.`,
        suggestion: 'Use an inline SVG with aria-hidden, or only the words.',
      });
    }
    return { checked: blocks.length, found: found.length < ALLOWED ? [] : found };
  },
};

/** One is a wink. */
const ALLOWED = 2;
