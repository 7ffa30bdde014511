/** The texts whose contrast was measured, with the declarations that set their colour and what is behind them. */
import type { SeenColours } from '../finding.ts';
import type { RuleOutcome } from '../model/alfa.ts';
import { contrast, toHex } from '../model/color.ts';
import type { DeclarationSource } from '../model/css.ts';
import type { Page, PageElement } from '../model/page.ts';
import { oncePerPage } from '../model/reading.ts';
import { textsIn } from '../model/state-contrast.ts';
import type { Rgb } from '../model/style.ts';

export interface Run {
  element: PageElement;
  failed: boolean;
  foreground: Rgb;
  background: Rgb;
  threshold: number;
  textSource: DeclarationSource | null;
  painter: PageElement | null;
  paintSource: DeclarationSource | null;
  /** What is behind the same ink while the element is pointed at or focused, where that differs. */
  inStates: readonly Rgb[];
}

export interface TextRuns {
  all: readonly Run[];
  byText: ReadonlyMap<DeclarationSource | null, Run[]>;
  byPaint: ReadonlyMap<DeclarationSource | null, Run[]>;
}

/** With what a browser has painted where the source could not tell, or took it for something else. */
export function withSeen(page: Page, known: TextRuns, seen: ReadonlyMap<PageElement, SeenColours>): TextRuns {
  const added = [...seen].flatMap(([element, { text, behind, required }]) =>
    behind.map(
      (background): Run => ({
        element,
        failed: true,
        foreground: text,
        background,
        threshold: required,
        textSource: page.styleOf(element).source('color'),
        // What lies behind it is not the one colour of one box, else the source had told.
        painter: null,
        paintSource: null,
        inStates: [],
      }),
    ),
  );
  const all = [...known.all.filter(({ element }) => !seen.has(element)), ...added];
  return {
    all,
    byText: groupBy(all, (run) => run.textSource),
    byPaint: groupBy(all, (run) => run.paintSource),
  };
}

export const textRuns = oncePerPage((page: Page): TextRuns => {
  const painterOf = painters(page);
  const grounds = statesOf(page);
  const all = page.engine.outcomes('R69').flatMap((outcome) => toRun(page, outcome, painterOf, grounds));
  return {
    all,
    byText: groupBy(all, (run) => run.textSource),
    byPaint: groupBy(all, (run) => run.paintSource),
  };
});

function toRun(
  page: Page,
  { outcome, element, contrast: pair }: RuleOutcome,
  painterOf: (element: PageElement) => PageElement | null,
  grounds: ReadonlyMap<PageElement, Rgb[]>,
): Run[] {
  if (element === null || pair === null) return [];
  const painter = painterOf(element);
  return [
    {
      element,
      failed: outcome === 'failed',
      foreground: pair.foreground,
      background: pair.background,
      threshold: pair.threshold,
      textSource: page.styleOf(element).source('color'),
      painter,
      paintSource: painter === null ? null : page.styleOf(painter).source('background-color'),
      inStates: grounds.get(element) ?? [],
    },
  ];
}

/** Grounds that a state puts behind a text whose own colour it leaves as it is. */
function statesOf(page: Page): Map<PageElement, Rgb[]> {
  const grounds = new Map<PageElement, Rgb[]>();
  for (const state of ['hover', 'focus'] as const) {
    const looks = page.looksIn(state);
    for (const { element, background } of textsIn(page, state)) {
      if (looks?.style(element).value('color') !== page.styleOf(element).value('color')) continue;
      grounds.set(element, [...(grounds.get(element) ?? []), background]);
    }
  }
  return grounds;
}

/** The nearest ancestor that paints an opaque colour behind the text; asked once per element. */
function painters(page: Page): (element: PageElement) => PageElement | null {
  const known = new Map<PageElement, PageElement | null>();
  return (element) => {
    const way: PageElement[] = [];
    let found: PageElement | null = null;
    for (let current: PageElement | null = element; current !== null; current = current.parent) {
      const before = known.get(current);
      if (before !== undefined) {
        found = before;
        break;
      }
      way.push(current);
      const style = page.styleOf(current);
      if (style.value('background-image') !== 'none') break;
      const color = style.color('background-color');
      if (color !== null && color.alpha > 0) {
        found = color.alpha > 0.99 ? current : null;
        break;
      }
    }
    for (const passed of way) known.set(passed, found);
    return found;
  };
}

/** A little over the threshold, so that rounding in another tool does not undo the fix. */
const MARGIN = 0.06;

/**
 * Whether a colour may stand where these texts (or what is behind them) have theirs; each pairing is asked once. With a
 * margin it suits the states of failing texts, too.
 */
export function suiting(
  runs: readonly Run[],
  other: 'foreground' | 'background',
  margin = MARGIN,
): (color: Rgb) => boolean {
  const pairs = new Map<string, { color: Rgb; least: number }>();
  for (const run of runs) {
    const least = run.threshold + (run.failed ? margin : 0);
    pairs.set(`${toHex(run[other])} ${least}`, { color: run[other], least });
    if (other === 'foreground' || !run.failed || margin === 0) continue;
    for (const ground of run.inStates) pairs.set(`${toHex(ground)} ${least}`, { color: ground, least });
  }
  const asked = [...pairs.values()];
  return (color) => asked.every((pair) => contrast(color, pair.color) >= pair.least);
}

export function groupBy<Key, Value>(
  values: readonly Value[],
  keyOf: (value: Value) => Key,
): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [value]);
    else members.push(value);
  }
  return groups;
}
