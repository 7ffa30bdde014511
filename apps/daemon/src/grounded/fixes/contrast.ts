/** Moves a text colour, or the colour behind it, just far enough to pass, and checks everyone who shares it. */
import type { RuleOutcome } from '../alfa.ts';
import { nearestToken } from '../brand-tokens.ts';
import { contrast, difference, fromLch, toHex, toLch } from '../color.ts';
import type { DeclarationSource } from '../css.ts';
import type { Page, PageElement } from '../page.ts';
import { type Rgb, readColor } from '../style.ts';
import { changeValue } from './declaration.ts';
import type { Fixer, Proposal } from './proposal.ts';

/** A little over the threshold, so that rounding in another tool does not undo the fix. */
const MARGIN = 0.06;
const STEP = 0.005;
/** Colours nearer than this are taken for one. */
const ALIKE = 3;
/** A token further away than this would be another colour, not a darker one. */
const FAR = 45;
/** A background covers far more pixels than letters do, so moving it must be worth it. */
const BACKGROUND_COST = 2;

interface Run {
  element: PageElement;
  failed: boolean;
  foreground: Rgb;
  background: Rgb;
  threshold: number;
  textSource: DeclarationSource | null;
  painter: PageElement | null;
  paintSource: DeclarationSource | null;
}

export const fixContrast: Fixer = (page) => {
  const runs = page.engine.outcomes('R69').flatMap((outcome) => toRun(page, outcome));
  const unseen = unseenSources(page, runs);
  const proposals: Proposal[] = [];
  // Colours of the page come first: a fix should not add a grey that nobody can tell from one already there.
  const palette = runs.map((run) => run.foreground);
  for (const [source, failing] of groupBy(
    runs.filter((run) => run.failed),
    (run) => run.textSource,
  )) {
    const sharing = source === null ? failing : runs.filter((run) => run.textSource === source);
    const text = ofBrand(page, 'color', failing, sharing) ?? moveText(sharing, palette);
    if (text !== null) palette.push(text.color);
    const behind = moveBackground(page, runs, failing);
    if (behind !== null && (text === null || behind.distance * BACKGROUND_COST < text.distance)) {
      proposals.push(backgroundProposal(page, failing, behind));
    } else if (text !== null) {
      proposals.push(textProposal(page, failing, source, text.color, source !== null && !unseen.has(source)));
    } else {
      proposals.push(...perBackground(page, failing, source, palette));
    }
  }
  return proposals;
};

/** Declarations that also colour texts nobody measured (a closed menu, a dialog): those must keep their value. */
function unseenSources(page: Page, runs: readonly Run[]): Set<DeclarationSource> {
  const seen = new Set(runs.map((run) => run.element));
  const sources = new Set<DeclarationSource>();
  for (const { element } of page.blocks) {
    const source = seen.has(element) ? null : page.styleOf(element).source('color');
    if (source !== null) sources.add(source);
  }
  return sources;
}

function toRun(page: Page, { outcome, element, contrast: pair }: RuleOutcome): Run[] {
  if (element === null || pair === null) return [];
  const painter = painterOf(page, element);
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
    },
  ];
}

/** The nearest ancestor that paints an opaque colour behind the text. */
function painterOf(page: Page, element: PageElement): PageElement | null {
  for (let current: PageElement | null = element; current !== null; current = current.parent) {
    const style = page.styleOf(current);
    if (style.value('background-image') !== 'none') return null;
    const color = style.color('background-color');
    if (color !== null && color.alpha > 0) return color.alpha > 0.99 ? current : null;
  }
  return null;
}

interface Move {
  color: Rgb;
  distance: number;
}

/** The smallest change of lightness that suits every text that shares the declaration. */
function moveText(sharing: readonly Run[], palette: readonly Rgb[]): Move | null {
  const [first] = sharing.filter((run) => run.failed);
  if (first === undefined) return null;
  const suits = (color: Rgb): boolean =>
    sharing.every((run) => contrast(color, run.background) >= run.threshold + (run.failed ? MARGIN : 0));
  const move = nearest(first.foreground, suits);
  if (move === null) return null;
  const known = palette.find(
    (color) => color.alpha > 0.99 && suits(color) && difference(color, move.color) < ALIKE,
  );
  return known === undefined ? move : { color: known, distance: move.distance };
}

/** With a design system, a fix takes a colour of its palette: a readable colour outside it only moves the fault. */
function ofBrand(page: Page, use: 'color', failing: readonly Run[], sharing: readonly Run[]): Move | null {
  const [first] = failing;
  if (first === undefined) return null;
  return nearestBrand(page, use, first.foreground, (color) =>
    sharing.every((run) => contrast(color, run.background) >= run.threshold),
  );
}

function nearestBrand(
  page: Page,
  use: 'color' | 'background-color',
  from: Rgb,
  suits: (color: Rgb) => boolean,
): Move | null {
  const fitting = (page.design?.colors ?? []).filter((token) => {
    const color = readColor(token.value);
    return color !== null && suits(color);
  });
  const token = nearestToken(from, use, fitting);
  if (token === null || difference(from, token.rgb) > FAR) return null;
  return { color: token.rgb, distance: Math.abs(toLch(from).l - toLch(token.rgb).l) };
}

interface BackgroundMove extends Move {
  painter: PageElement;
  source: DeclarationSource;
}

function moveBackground(page: Page, runs: readonly Run[], failing: readonly Run[]): BackgroundMove | null {
  const [first] = failing;
  if (first === undefined || first.painter === null || first.paintSource === null) return null;
  const { painter, paintSource: source } = first;
  if (failing.some((run) => run.paintSource !== source) || PAGE_WIDE.has(painter.tag)) return null;
  const over = runs.filter((run) => run.paintSource === source);
  const suits = (color: Rgb): boolean =>
    over.every((run) => contrast(run.foreground, color) >= run.threshold + (run.failed ? MARGIN : 0));
  const move =
    nearestBrand(page, 'background-color', first.background, suits) ?? nearest(first.background, suits);
  return move === null ? null : { ...move, painter, source };
}

const PAGE_WIDE = new Set(['html', 'body', 'main']);

function nearest(from: Rgb, suits: (color: Rgb) => boolean): Move | null {
  const { l, c, h } = toLch(from);
  for (let distance = STEP; distance <= 1; distance += STEP) {
    for (const lightness of [l - distance, l + distance]) {
      if (lightness < 0 || lightness > 1) continue;
      const color = fromLch({ l: lightness, c, h });
      if (suits(color)) return { color, distance };
    }
  }
  return null;
}

function textProposal(
  page: Page,
  failing: readonly Run[],
  source: DeclarationSource | null,
  color: Rgb,
  forAll: boolean,
): Proposal {
  const [first] = failing;
  const elements = [...new Set(failing.map((run) => run.element))];
  const value = toHex(color);
  return {
    auditId: 'contrast-text',
    tier: 'automatic',
    selector: first === undefined ? 'html' : page.selectorOf(first.element),
    summary: `color ${first === undefined ? '' : toHex(first.foreground)} → ${value}${source === null ? '' : ` (${source.selector || 'style attribute'})`}`,
    ...changeValue(page, { property: 'color', value, elements, source, forAll }),
  };
}

function backgroundProposal(page: Page, failing: readonly Run[], move: BackgroundMove): Proposal {
  const { source, color, painter } = move;
  const [first] = failing;
  const value = toHex(color);
  return {
    auditId: 'contrast-text',
    tier: 'automatic',
    selector: page.selectorOf(painter),
    summary: `background ${first === undefined ? '' : toHex(first.background)} → ${value} (${source.selector || 'style attribute'})`,
    ...changeValue(page, { property: 'background-color', value, elements: [painter], source, forAll: true }),
  };
}

/** No one colour suits all: each background gets its own, on the failing elements only. */
function perBackground(
  page: Page,
  failing: readonly Run[],
  source: DeclarationSource | null,
  palette: readonly Rgb[],
): Proposal[] {
  return [...groupBy(failing, (run) => toHex(run.background))].flatMap(([, members]) => {
    const move = moveText(members, palette);
    return move === null ? [] : [textProposal(page, members, source, move.color, false)];
  });
}

function groupBy<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return groups;
}
