import type { AtRule } from 'postcss';
import type { Audit, Observation } from '../finding.ts';
import { blocksOf, oncePerSheet } from '../model/css.ts';
import type { Page } from '../model/page.ts';
import { oncePerPage, renderedElements, textOf } from '../model/reading.ts';

export const flashes: Audit = {
  id: 'flashes',
  role: 'a11y',
  dim: 'wcag',
  weight: 10,
  title: 'Nothing flashes more than three times a second',
  why: 'Flashes of light can bring on a seizure.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/three-flashes-or-below-threshold.html',
  severity: 'critical',
  tier: 'report',
  unit: 'parts that flash',
  properties: ['animation', 'animation-duration', 'animation-name'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const names = flashing(page);
    const found: Observation[] = [];
    let checked = 0;
    for (const at of names.size === 0 ? [] : renderedElements(page)) {
      const motion = motionOf(page.styleOf(at));
      if (motion === null || !names.has(motion.name)) continue;
      checked += 1;
      // A dot or a line is no large area; what holds text is.
      if (motion.seconds > SHORTEST_SECONDS || textOf(at) === '') continue;
      const times = Math.round((1 / motion.seconds) * 10) / 10;
      found.push({
        at,
        measured: `${times} times a second`,
        required: 'at most 3 flashes a second',
        message: `An animation flashes ${times} times a second, without end.`,
        suggestion: 'Slow it down to less than three times a second, or take it out.',
      });
    }
    return { checked, found };
  },
};

/** Three flashes a second take a third of one each. */
const SHORTEST_SECONDS = 0.333;
const LIGHT = /^(?:opacity|visibility|background(?:-color)?|color|filter)$/i;

/** Names of keyframes that change how light something is. */
const flashing = oncePerPage((page: Page): ReadonlySet<string> => {
  return new Set(page.sheets.flatMap(({ root }) => flashingIn(root)));
});

const flashingIn = oncePerSheet((root): readonly string[] =>
  blocksOf(root)
    .atRules.filter((rule) => /^(?:-webkit-)?keyframes$/i.test(rule.name) && changesLight(rule))
    .map(({ params }) => params.trim().replace(/^["']|["']$/g, '')),
);

function changesLight(rule: AtRule): boolean {
  const values = new Map<string, Set<string>>();
  let steps = 0;
  rule.walkRules(() => {
    steps += 1;
  });
  rule.walkDecls(LIGHT, ({ prop, value }) => {
    const known = values.get(prop.toLowerCase()) ?? new Set();
    values.set(prop.toLowerCase(), known.add(value.trim().toLowerCase()));
  });
  // A single step changes it against how the element is at rest.
  return [...values.values()].some((known) => known.size > 1 || steps === 1);
}

interface Motion {
  name: string;
  seconds: number;
}

interface Declared {
  declared(...properties: string[]): { value: string } | null;
}

/** The first animation that never ends; one that goes back and forth flashes once in two turns. */
function motionOf(style: Declared): Motion | null {
  const whole = style.declared('animation')?.value ?? '';
  const part = (property: string): string => style.declared(`animation-${property}`)?.value ?? '';
  for (const one of `${whole} ${part('name')} ${part('duration')} ${part('iteration-count')} ${part('direction')}`.split(
    /,(?![^(]*\))/,
  )) {
    if (!/\binfinite\b/.test(one)) continue;
    const [, figure, unit] = /(?<![\w.-])(\d+(?:\.\d+)?|\.\d+)(ms|s)\b/.exec(one) ?? [];
    const seconds = Number(figure) / (unit === 'ms' ? 1000 : 1);
    const name = one.split(/\s+/).find((word) => /^[a-z_-][\w-]*$/i.test(word) && !KEYWORDS.test(word));
    if (name === undefined || !(seconds > 0)) continue;
    return { name, seconds: /\balternate/.test(one) ? seconds * 2 : seconds };
  }
  return null;
}

const KEYWORDS =
  /^(?:infinite|alternate(?:-reverse)?|normal|reverse|linear|ease(?:-in|-out|-in-out)?|step-(?:start|end)|both|forwards|backwards|none|running|paused|initial|inherit|unset)$/i;
