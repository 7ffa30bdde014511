import type { Audit, Observation } from '../finding.ts';
import { visibleBlocks } from '../model/reading.ts';

export const fontFallback: Audit = {
  id: 'font-fallback',
  role: 'critic',
  dim: 'type',
  weight: 1,
  title: 'Font stacks end in a generic family',
  why: 'Without one, a missing font falls back to the browser’s serif.',
  link: 'https://developer.mozilla.org/docs/Web/CSS/font-family',
  severity: 'minor',
  tier: 'automatic',
  unit: 'stacks without a generic family',
  properties: ['font-family'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const blocks = visibleBlocks(page);
    const seen = new Set<string>();
    const found: Observation[] = [];
    for (const { element: at } of blocks) {
      const families = page.styleOf(at).fontFamilies;
      const stack = families.join(', ');
      if (families.length === 0 || seen.has(stack)) continue;
      seen.add(stack);
      const last = families.at(-1) ?? '';
      if (
        /^(serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-[\w-]+|math|emoji|inherit|initial)$/i.test(
          last,
        ) ||
        /emoji|symbol|awesome|icon/i.test(stack)
      )
        continue;
      found.push({
        at,
        measured: stack,
        required: 'a generic family at the end',
        message: `The font stack "${stack.slice(0, 60)}" has no generic family.`,
        suggestion: 'End it with sans-serif or serif.',
      });
    }
    return { checked: seen.size, found };
  },
};
