import type { Audit, Observation } from '../finding.ts';
import { distance } from '../model/css-names.ts';
import type { Page, PageElement } from '../model/page.ts';
import { atDeclaration } from '../model/place.ts';
import { childElements, descendants, hasText, oncePerPage, textOf } from '../model/reading.ts';

/** Of three, one that differs may be the one that is meant to; unless a style of its own makes it so. */
const LEAST = 4;
const LEAST_INLINE = 3;
const MOST = 60;
/** What belongs to the shape of a thing, not to what it says. */
const SHAPE = [
  'padding-top',
  'padding-right',
  'padding-bottom',
  'padding-left',
  'font-size',
  'border-top-left-radius',
  'border-top-width',
  'text-align',
  'font-family',
  'line-height',
  'letter-spacing',
  'text-transform',
  'font-style',
  'color',
  'background-color',
  'font-weight',
  'border-top-color',
  'border-top-style',
  'border-bottom-right-radius',
  'box-shadow',
  'text-decoration-line',
  'margin-top',
  'margin-bottom',
  'margin-left',
  'opacity',
  'word-spacing',
  'vertical-align',
  'width',
  'height',
] as const;

const SHAPED =
  /^(?:padding|font-size|font-family|line-height|letter-spacing|border-(?:top|bottom)-\w+-radius)/;

export const oddOneOut: Audit = {
  id: 'odd-one-out',
  role: 'critic',
  dim: 'rhythm',
  weight: 3,
  title: 'Equal things look equal',
  why: 'One card of four with another padding or another type size was not decided, it was forgotten.',
  link: 'https://www.nngroup.com/articles/gestalt-similarity/',
  severity: 'minor',
  tier: 'report',
  unit: 'things that differ from their like',
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const groups = groupsOf(page);
    const found = [...groups.flatMap((group) => oddIn(page, group)), ...oddShapes(page)];
    return { checked: groups.length, found };
  },
};

/** Siblings of one tag and one set of classes; and what stands at the same place in each of them. */
const groupsOf = oncePerPage((page: Page): PageElement[][] => {
  const groups: PageElement[][] = [];
  // Headings of one rank are one group wherever they stand, as long as nothing tells them apart.
  for (const tag of ['h2', 'h3', 'h4']) {
    const all = page
      .byTag(tag)
      .filter((at) => page.isVisible(at))
      .slice(0, MOST);
    const alike = Map.groupBy(
      all,
      ({ parent, attributes }) =>
        `${parent?.tag} ${parent?.attributes.get('class') ?? ''} ${attributes.get('class') ?? ''}`,
    );
    groups.push(...alike.values());
  }
  for (const table of page.byTag('table')) groups.push(...columnsOf(table));
  for (const parent of page.elements) {
    const kinds = new Map<string, PageElement[]>();
    for (const child of childElements(parent).slice(0, MOST)) {
      if (
        !child.html ||
        !/^(li|div|article|section|a|button|figure|p|td|th|dt|dd|h[2-6])$/.test(child.tag) ||
        !hasText(child)
      )
        continue;
      const key = `${child.tag} ${child.attributes.get('class') ?? ''}`;
      kinds.set(key, [...(kinds.get(key) ?? []), child]);
    }
    for (const group of kinds.values()) {
      const isLike =
        group.length >= LEAST_INLINE &&
        group.every(({ attributes }) => attributes.get('class') === group[0]?.attributes.get('class'));
      if (!isLike || (group[0]?.tag === 'p' && parent.tag !== 'li' && group.length < LEAST_INLINE)) continue;
      groups.push(group);
      const inside = group.map((one) => childElements(one));
      const shape = inside.map((children) => children.map(({ tag }) => tag).join(' '));
      if (new Set(shape).size === 1)
        for (let index = 0; index < Math.min(6, inside[0]?.length ?? 0); index += 1)
          groups.push(inside.flatMap((children) => children[index] ?? []));
    }
  }
  return groups;
});

/** Cells below each other that hold figures: they stand alike, or cannot be compared. */
function columnsOf(table: PageElement): PageElement[][] {
  const rows = descendants(table)
    .filter(({ tag }) => tag === 'tr')
    .slice(0, MOST)
    .map((row) => childElements(row).filter(({ tag }) => tag === 'td'));
  const width = rows.at(-1)?.length ?? 0;
  return Array.from({ length: Math.min(width, 12) }, (_, index) =>
    rows
      .flatMap((row) => (row.length === width ? (row[index] ?? []) : []))
      .filter((cell) => /^[^\p{L}]{0,4}\d[\d.,\s]*\S{0,5}(?:\s\S{1,5})?$/u.test(textOf(cell))),
  ).filter((cells) => cells.length >= LEAST_INLINE);
}

function oddIn(page: Page, group: readonly PageElement[]): Observation[] {
  if (group.length < LEAST_INLINE) return [];
  for (const property of SHAPE) {
    const values = group.map((one) => page.styleOf(one).value(property) ?? '');
    const counts = new Map<string, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    if (counts.size !== 2) continue;
    const [usual = ['', 0] as const, other = ['', 0] as const] = [...counts].sort((a, b) => b[1] - a[1]);
    if (other[1] !== 1 || usual[1] < LEAST_INLINE - 1) continue;
    const index = values.indexOf(other[0]);
    const at = group[index];
    if (at === undefined) continue;
    const source = page.styleOf(at).source(property);
    const isInline = source?.where === 'attribute';
    const isCard = (at.attributes.get('class') ?? '') !== '' || at.tag === 'li';
    const isFigures = at.tag === 'td' && property === 'text-align';
    if (!isInline && group.length < LEAST && !isFigures) continue;
    if (group[0]?.tag === 'td' && !isFigures && !isInline) continue;
    // The first and the last of a row often have another edge, by a rule that says so.
    if (
      !isInline &&
      !isFigures &&
      (index === 0 ||
        index === group.length - 1 ||
        at.attributes.get('class') !== group[0]?.attributes.get('class'))
    )
      continue;
    if (!isInline && source !== null && /:(first|last|nth|only|empty|has)|\[|aria-/.test(source.selector))
      continue;
    return [
      {
        at,
        measured: `${property}: ${other[0]}`,
        required: `${usual[0]}, as in the ${usual[1]} others`,
        message: `One of ${group.length} alike has ${property} ${other[0]}; the others have ${usual[0]}.`,
        suggestion: 'Give it the style of the others.',
        ...(source === null || isFigures ? {} : atDeclaration(page, source)),
        // A style of its own is often meant; on one of several cards, and about their shape, it is not.
        ...(isFigures || (isInline && isCard && SHAPED.test(property)) ? { severity: 'major' as const } : {}),
      },
    ];
  }
  return [];
}

/** Of like siblings, the one that lost its class, has a heading of another rank, or lacks a part that all others have. */
function oddShapes(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const parent of page.elements) {
    const children = childElements(parent)
      .filter(({ html, tag }) => html && /^(li|div|article|section|a|figure|button|tr)$/.test(tag))
      .slice(0, MOST);
    const [first] = children;
    if (
      first === undefined ||
      children.length < LEAST_INLINE ||
      children.some(({ tag }) => tag !== first.tag)
    )
      continue;
    found.push(...lostClass(page, children));
    const isLike = children.every(
      ({ attributes }) => attributes.get('class') === first.attributes.get('class'),
    );
    // Sections of a page head it in steps; cards do not.
    if (
      isLike &&
      (first.attributes.has('class') || /^(li|article)$/.test(first.tag)) &&
      first.tag !== 'section'
    )
      found.push(...otherRank(children), ...lacksPart(children));
  }
  return found;
}

function unlike(at: PageElement, measured: string, message: string, isCertain: boolean): Observation {
  return {
    at,
    measured,
    required: 'what its like have',
    message,
    suggestion: 'Make it like the others.',
    ...(isCertain ? { severity: 'major' as const } : {}),
  };
}

/** Three of four are `card`: the fourth has no class, or nearly the same. */
function lostClass(page: Page, children: readonly PageElement[]): Observation[] {
  const classes = children.map(({ attributes }) => (attributes.get('class') ?? '').trim());
  const [usual = ''] = [...classes].sort(
    (a, b) => classes.filter((one) => one === b).length - classes.filter((one) => one === a).length,
  );
  const odd = children.filter((_, index) => classes[index] !== usual);
  const [at] = odd;
  if (usual === '' || at === undefined || odd.length > 1 || textOf(at) === '') return [];
  const own = (at.attributes.get('class') ?? '').trim();
  const isSlip = own !== '' && distance(own, usual, 2) <= 2 && !/\d/.test(own + usual) && own.length > 4;
  return own === '' || isSlip
    ? [
        unlike(
          at,
          own === '' ? 'no class' : `class="${own}"`,
          `One of ${children.length} alike has not the class "${usual}".`,
          // A class that some rule knows is meant, and so may be none.
          isSlip && isStyled(page, usual) && !isStyled(page, own),
        ),
      ]
    : [];
}

/** Whether a rule that the page holds names every class of it. */
function isStyled(page: Page, classes: string): boolean {
  const css = page.sheets.map(({ root }) => root.source?.input.css ?? '').join('\n');
  return classes.split(/\s+/).every((name) => css.includes(`.${name}`));
}

function otherRank(children: readonly PageElement[]): Observation[] {
  const ranks = children.map(
    (child) => descendants(child).find(({ tag }) => /^h[1-6]$/.test(tag))?.tag ?? '',
  );
  const counts = Map.groupBy(ranks, (rank) => rank);
  if (counts.size !== 2 || counts.has('')) return [];
  const odd = [...counts].find(([, of]) => of.length === 1)?.[0];
  const usual = [...counts].find(([, of]) => of.length > 1)?.[0];
  const at = odd === undefined ? undefined : children[ranks.indexOf(odd)];
  const heading = at === undefined ? undefined : descendants(at).find(({ tag }) => tag === odd);
  return heading === undefined || usual === undefined
    ? []
    : [
        unlike(
          heading,
          `<${odd}>`,
          `One of ${children.length} alike is headed by <${odd}>, the others by <${usual}>.`,
          true,
        ),
      ];
}

/** Named parts only: a class that every other one has inside. */
function lacksPart(children: readonly PageElement[]): Observation[] {
  if (children.length < LEAST_INLINE) return [];
  const parts = children.map(
    (child) =>
      new Set(
        descendants(child)
          .slice(0, MOST)
          .map(
            ({ tag, attributes }) =>
              attributes.get('class')?.trim() || (/^(h[1-6]|img|a|button|time)$/.test(tag) ? tag : ''),
          )
          .filter((name) => name !== ''),
      ),
  );
  const all = new Set(parts.flatMap((part) => [...part]));
  for (const name of all) {
    const lacking = children.filter((_, index) => !parts[index]?.has(name));
    const [at] = lacking;
    if (at === undefined || lacking.length !== 1 || children.length < LEAST) continue;
    return [unlike(at, `no ${name}`, `One of ${children.length} alike lacks "${name}".`, false)];
  }
  return [];
}
