import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, oncePerPage, renderedElements } from '../model/reading.ts';

/** Containers whose content should sit in the middle of them. */
const CONTAINERS = new Set('body main section header footer article aside div nav form figure'.split(' '));

/** Differences below this are invisible; above it they read as a mistake. */
const SLACK_PX = 4;

export const unevenPadding: Audit = {
  id: 'uneven-padding',
  role: 'critic',
  dim: 'space',
  weight: 7,
  title: 'Left and right padding match',
  why: 'A box whose content leans to one side looks broken, not designed.',
  link: 'https://m2.material.io/design/layout/understanding-layout.html',
  severity: 'major',
  tier: 'automatic',
  unit: 'boxes with uneven sides',
  properties: ['padding-left', 'padding-right', 'padding-inline', 'padding'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const found: Observation[] = [];
    let checked = 0;
    for (const at of renderedElements(page)) {
      if (!CONTAINERS.has(at.tag)) continue;
      const { left, right } = page.styleOf(at).padding();
      if (left === null || right === null || (left === 0 && right === 0)) continue;
      checked += 1;
      if (
        left === 0 ||
        right === 0 ||
        Math.abs(left - right) <= SLACK_PX ||
        hasReason(page, at) ||
        alternates(page, at, left, right)
      )
        continue;
      found.push({
        at,
        measured: `left ${round(left)}px, right ${round(right)}px`,
        required: 'equal left and right padding',
        message: `Horizontal padding is ${round(left)}px on the left and ${round(right)}px on the right.`,
        suggestion: `Use ${round(evenPadding(page, at) ?? Math.max(left, right))}px on both sides, unless it leaves room for something.`,
        ...(evenPadding(page, at) === null ? { tier: 'report' } : {}),
      });
    }
    return { checked, found };
  },
};

/**
 * What both sides should be, where the page itself shows it: boxes of its kind or beside it have one of the two values on both sides,
 * or one of them alone is a step of the brand's scale. Null: nothing proves that the difference is a slip.
 */
export function evenPadding(page: Page, at: PageElement): number | null {
  const { left, right } = page.styleOf(at).padding();
  if (left === null || right === null) return null;
  const steps = page.design?.spacing ?? [];
  const onScale = [left, right].filter((px) => steps.some((step) => Math.abs(step - px) <= SCALE_SLACK_PX));
  if (onScale.length === 1) return onScale[0] ?? null;
  const peers = evenBoxes(page);
  const shown = [left, right].filter((px) => kindsOf(at).some((kind) => peers.get(kind)?.has(px)));
  return shown.length === 0 ? null : Math.max(...shown);
}

const SCALE_SLACK_PX = 0.6;

/** Its tag, its classes, and the column it stands in with its neighbours. */
function kindsOf({ tag, attributes, parent }: PageElement): string[] {
  const classes = (attributes.get('class') ?? '').split(/\s+/).filter((name) => name !== '');
  return [tag, `in ${parent?.index}`, ...classes.map((name) => `.${name}`)];
}

/** Paddings that are the same on both sides, by the tags and classes of the boxes that have them. */
const evenBoxes = oncePerPage((page: Page): Map<string, Set<number>> => {
  const found = new Map<string, Set<number>>();
  for (const element of renderedElements(page)) {
    if (!CONTAINERS.has(element.tag)) continue;
    const { left, right } = page.styleOf(element).padding();
    if (left === null || left === 0 || left !== right) continue;
    for (const kind of kindsOf(element)) found.set(kind, (found.get(kind) ?? new Set()).add(left));
  }
  return found;
});

/** Room as wide as this on one side only is a column of the layout, not a slip. */
const COLUMN_PX = 96;
const COLUMN_TIMES = 3;

/** A bar on one side, a close button or an icon in the corner, a column beside it: the space is there for something. */
function hasReason(page: Page, at: PageElement): boolean {
  const style = page.styleOf(at);
  const { left, right } = style.padding();
  const [less, more] = [Math.min(left ?? 0, right ?? 0), Math.max(left ?? 0, right ?? 0)];
  if (more >= COLUMN_PX && more >= less * COLUMN_TIMES) return true;
  if (outOfFlow(page).some((width) => width > 0 && width <= more + SLACK_PX && width >= (more - less) / 2))
    return true;
  const leftBar = style.px('border-left-width') ?? 0;
  const rightBar = style.px('border-right-width') ?? 0;
  if (leftBar !== rightBar) return true;
  if (style.value('background-image') !== 'none') return true;
  return childElements(at).some((child) =>
    /absolute|fixed/.test(page.styleOf(child).value('position') ?? ''),
  );
}

/** Widths of what is fixed or positioned anywhere on the page: a sidebar whose room a box leaves free. */
const outOfFlow = oncePerPage((page: Page): number[] =>
  renderedElements(page).flatMap((element) => {
    const style = page.styleOf(element);
    return /absolute|fixed|sticky/.test(style.value('position') ?? '') ? (style.px('width') ?? []) : [];
  }),
);

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A neighbour, or a neighbour's child in the same place, that leans the other way: the layout alternates. */
function alternates(page: Page, at: PageElement, left: number, right: number): boolean {
  const isMirror = (other: PageElement): boolean => {
    const sides = page.styleOf(other).padding();
    return other !== at && sides.left === right && sides.right === left;
  };
  const siblings = at.parent === null ? [] : childElements(at.parent);
  const cousins = at.parent?.parent == null ? [] : childElements(at.parent.parent).flatMap(childElements);
  return siblings.some(isMirror) || cousins.some(isMirror);
}
