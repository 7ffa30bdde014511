import type { Audit, Observation } from '../finding.ts';
import { textOfSheet } from '../model/css.ts';
import { renderedElements } from '../model/reading.ts';

export const reducedMotion: Audit = {
  id: 'reduced-motion',
  role: 'a11y',
  dim: 'wcag',
  weight: 3,
  title: 'Endless motion respects the reader’s setting',
  why: 'Motion that never ends makes some readers ill; they have said so in their system settings.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/animation-from-interactions.html',
  severity: 'minor',
  tier: 'automatic',
  unit: 'endless animations',
  run(page) {
    const respects = page.sheets.some((sheet) => /prefers-reduced-motion/.test(textOfSheet(sheet)));
    const found: Observation[] = [];
    let checked = page.byTag('marquee', 'blink').length;
    for (const at of page.byTag('marquee', 'blink')) {
      found.push({
        at,
        measured: `<${at.tag}>`,
        required: 'text that stands still',
        message: `<${at.tag}> moves without end.`,
        suggestion: 'Let the text stand still.',
      });
    }
    for (const at of respects ? [] : renderedElements(page)) {
      const motion = page.styleOf(at).declared('animation', 'animation-iteration-count');
      if (motion === null || !/\binfinite\b/.test(motion.value)) continue;
      checked += 1;
      found.push({
        at,
        measured: `${motion.property}: ${motion.value.slice(0, 60)}`,
        required: 'an end, or a prefers-reduced-motion rule',
        message: 'An animation runs without end and ignores prefers-reduced-motion.',
        suggestion: 'Stop it inside @media (prefers-reduced-motion: reduce).',
      });
    }
    return { checked, found };
  },
};
