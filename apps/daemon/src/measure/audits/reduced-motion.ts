import type { Audit, Observation } from '../finding.ts';
import { textOfSheet } from '../model/css.ts';
import type { Page } from '../model/page.ts';
import { renderedElements, textOf } from '../model/reading.ts';

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
        severity: 'major',
      });
    }
    const large = respects ? new Set<string>() : largeMotions(page);
    for (const at of respects ? [] : renderedElements(page)) {
      const style = page.styleOf(at);
      const motion = style.declared('animation', 'animation-iteration-count', 'animation-name');
      const name = style.declared('animation-name', 'animation')?.value ?? '';
      const isLarge = name.split(/[\s,]+/).some((word) => large.has(word)) && textOf(at) !== '';
      if (motion === null || (!/\binfinite\b/.test(motion.value) && !isLarge)) continue;
      checked += 1;
      if (!/\binfinite\b/.test(motion.value)) {
        found.push({
          at,
          measured: `${motion.property}: ${motion.value.slice(0, 60)}`,
          required: 'no large motion, or a prefers-reduced-motion rule',
          message: 'Text flies across the screen and ignores prefers-reduced-motion.',
          suggestion: 'Stop it inside @media (prefers-reduced-motion: reduce).',
          severity: 'major',
        });
        continue;
      }
      found.push({
        at,
        measured: `${motion.property}: ${motion.value.slice(0, 60)}`,
        required: 'an end, or a prefers-reduced-motion rule',
        message: 'An animation runs without end and ignores prefers-reduced-motion.',
        suggestion: 'Stop it inside @media (prefers-reduced-motion: reduce).',
        // What holds words and turns or grows without end cannot be read past.
        ...(isLarge ? { severity: 'major' as const } : {}),
      });
    }
    return { checked, found };
  },
};

/** Names of motions that take something far, round or to another size. */
function largeMotions(page: Page): Set<string> {
  const found = new Set<string>();
  for (const { root } of page.sheets)
    root.walkAtRules(/keyframes$/i, (rule) => {
      rule.walkDecls(/^(?:transform|translate|scale|rotate|left|right|top|margin-left)$/i, ({ value }) => {
        if (isLarge(value)) found.add(rule.params.trim().replace(/^["']|["']$/g, ''));
      });
    });
  return found;
}

const LARGE_PX = 200;
const LARGE_SHARE = 50;

function isLarge(value: string): boolean {
  for (const [, figure = '', unit = ''] of value.matchAll(
    /(-?(?<!\d)(?:\d+(?:\.\d+)?|\.\d+))(px|v[wh]|vmin|vmax|rem|em|%|deg|turn)/gi,
  )) {
    const size = Math.abs(Number(figure));
    if (
      unit === 'deg'
        ? size >= 45
        : unit === 'turn'
          ? size >= 0.125
          : /^v/.test(unit) || unit === '%'
            ? size >= LARGE_SHARE && /translate|left|right/i.test(value)
            : size * (unit === 'px' ? 1 : 16) >= LARGE_PX
    )
      return true;
  }
  const scale = /scale\(\s*(\d+(?:\.\d+)?|\.\d+)/i.exec(value)?.[1];
  return scale !== undefined && (Number(scale) <= 0.7 || Number(scale) >= 1.4);
}
