/** Moves a text colour, or the colour behind it, just far enough to pass, and checks everyone who shares it. */

import { isLostInText } from '../audits/link-distinguishable.ts';
import { MAX_PROPOSALS } from '../limits.ts';
import { nearestToken } from '../model/brand-tokens.ts';
import { difference, fromLch, toHex, toLch } from '../model/color.ts';
import type { DeclarationSource } from '../model/css.ts';
import type { Page, PageElement } from '../model/page.ts';
import { colorsUsed } from '../model/palette.ts';
import { childElements } from '../model/reading.ts';
import { type Rgb, readColor } from '../model/style.ts';
import { colorValue } from './color-value.ts';
import { changeValue } from './declaration.ts';
import type { Fixer, Proposal } from './proposal.ts';
import { groupBy, type Run, suiting, textRuns, withSeen } from './text-runs.ts';

const STEP = 0.005;
/** Colours nearer than this are taken for one. */
const ALIKE = 3;
/** A new colour nearer than this to one of the page would be its twin (`near-duplicate-colors`). */
const TWIN = 1.3;
/** A token further away than this would be another colour, unless every readable one is as far. */
const FAR = 45;
const AS_FAR = 1.5;
/** A background covers far more pixels than letters do, so moving it must be worth it. */
const BACKGROUND_COST = 2;

export const fixContrast: Fixer = (page, { seen }) => {
  const { all, byText } = seen === undefined ? textRuns(page) : withSeen(page, textRuns(page), seen);
  const unseen = unseenSources(page, all);
  const proposals: Proposal[] = [];
  // Colours of the page come first: a fix should not add a grey that nobody can tell from one already there.
  const palette = paletteOf(page, all);
  const failed = all.filter((run) => run.failed);
  for (const [source, failing] of groupBy(failed, (run) => run.textSource)) {
    if (proposals.length >= MAX_PROPOSALS) break;
    const sharing = source === null ? failing : (byText.get(source) ?? failing);
    const text = moveText(page, sharing, palette);
    if (text !== null) palette.push(text.color);
    const behind = moveBackground(page, failing, palette);
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

/** The opaque colours the page shows, each once. */
function paletteOf(page: Page, runs: readonly Run[]): Rgb[] {
  const shown = [...runs.map((run) => run.foreground), ...colorsUsed(page).map((use) => use.color)];
  const opaque = shown.filter((color) => color.alpha > 0.99);
  return [...new Map(opaque.map((color) => [toHex(color), color])).values()].slice(0, MAX_PALETTE);
}

const MAX_PALETTE = 200;

/** Declarations that also colour texts nobody measured (a closed menu, a dialog): those must keep their value. */
function unseenSources(page: Page, runs: readonly Run[]): Set<DeclarationSource> {
  const seen = new Set(runs.map((run) => run.element));
  const alike = new Map(runs.map((run) => [run.textSource, new Set<string>()]));
  for (const { textSource, element } of runs) alike.get(textSource)?.add(kindOf(element));
  const sources = new Set<DeclarationSource>();
  for (const { element } of page.blocks) {
    const source = seen.has(element) ? null : page.styleOf(element).source('color');
    // The closed copy of a part that is open elsewhere looks like it.
    if (source !== null && alike.get(source)?.has(kindOf(element)) !== true) sources.add(source);
  }
  return sources;
}

function kindOf({ tag, attributes }: PageElement): string {
  return `${tag} ${attributes.get('class') ?? ''}`;
}

interface Move {
  color: Rgb;
  distance: number;
}

/** The smallest change that suits every text that shares the declaration; a colour of the brand where there is one. */
function moveText(page: Page, sharing: readonly Run[], palette: readonly Rgb[]): Move | null {
  const first = sharing.find((run) => run.failed);
  if (first === undefined) return null;
  const { foreground } = first;
  // Where no colour suits every state as well, one that suits the text at rest is better than none.
  const move =
    nearest(foreground, suiting(sharing, 'background'), palette) ??
    nearest(foreground, suiting(sharing, 'background', 0), palette);
  return nearestBrand(page, 'color', foreground, suiting(sharing, 'background', 0), move) ?? move;
}

/** With a design system, a fix takes a colour of its palette: a readable colour outside it only moves the fault. */
function nearestBrand(
  page: Page,
  use: 'color' | 'background-color',
  from: Rgb,
  suits: (color: Rgb) => boolean,
  otherwise: Move | null,
): Move | null {
  const fitting = (page.design?.colors ?? []).filter((token) => {
    const color = readColor(token.value);
    return color !== null && suits(color);
  });
  const token = nearestToken(from, use, fitting);
  const far = Math.max(FAR, otherwise === null ? 0 : AS_FAR * difference(from, otherwise.color));
  if (token === null || difference(from, token.rgb) > far) return null;
  return { color: token.rgb, distance: Math.abs(toLch(from).l - toLch(token.rgb).l) };
}

interface BackgroundMove extends Move {
  painter: PageElement;
  source: DeclarationSource;
}

function moveBackground(page: Page, failing: readonly Run[], palette: readonly Rgb[]): BackgroundMove | null {
  const [first] = failing;
  if (first === undefined || first.painter === null || first.paintSource === null) return null;
  const { painter, paintSource: source, background } = first;
  if (failing.some((run) => run.paintSource !== source) || PAGE_WIDE.has(painter.tag)) return null;
  const suits = suiting(textRuns(page).byPaint.get(source) ?? failing, 'foreground');
  const plain = nearest(background, suits, palette);
  const move = nearestBrand(page, 'background-color', background, suits, null) ?? plain;
  return move === null ? null : { ...move, painter, source };
}

const PAGE_WIDE = new Set(['html', 'body', 'main']);

/** The least change of lightness that suits: to a colour of the page where one is near, never to its twin. */
function nearest(from: Rgb, suits: (color: Rgb) => boolean, palette: readonly Rgb[]): Move | null {
  const { l, c, h } = toLch(from);
  const own = toHex(from);
  for (let distance = STEP; distance <= 1; distance += STEP) {
    for (const lightness of [l - distance, l + distance]) {
      if (lightness < 0 || lightness > 1) continue;
      const color = fromLch({ l: lightness, c, h });
      if (!suits(color)) continue;
      // A colour that was found too faint is so still, whatever is behind it by another count.
      if (toHex(color) === own) continue;
      const known = palette.find(
        (other) => toHex(other) !== own && difference(other, color) < ALIKE && suits(other),
      );
      if (known !== undefined) return { color: known, distance };
      if (!palette.some((other) => difference(other, color) < TWIN)) return { color, distance };
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
    places: elements,
    summary: `color ${first === undefined ? '' : toHex(first.foreground)} → ${value}${source === null ? '' : ` (${source.selector || 'style attribute'})`}`,
    ...underlined(
      page,
      elements,
      color,
      changeValue(page, { property: 'color', value: colorValue(page, value), elements, source, forAll }),
    ),
  };
}

/** Links that were told from their text by its colour alone get the line that says it instead. */
function underlined(
  page: Page,
  elements: readonly PageElement[],
  color: Rgb,
  change: Pick<Proposal, 'styles' | 'edits' | 'css'>,
): Pick<Proposal, 'styles' | 'edits' | 'css'> {
  const links = elements.filter((at) => isLostInText(page, at, { own: color }));
  const around = elements.flatMap((at) =>
    childElements(at).filter(
      (child) => !elements.includes(child) && isLostInText(page, child, { around: color }),
    ),
  );
  const lines = [...links, ...around].map((element) => ({
    element,
    property: 'text-decoration',
    value: 'underline',
    important: false,
  }));
  return lines.length === 0 ? change : { ...change, styles: [...(change.styles ?? []), ...lines] };
}

function backgroundProposal(page: Page, failing: readonly Run[], move: BackgroundMove): Proposal {
  const { source, color, painter } = move;
  const [first] = failing;
  const value = toHex(color);
  return {
    auditId: 'contrast-text',
    tier: 'automatic',
    selector: page.selectorOf(painter),
    places: failing.map((run) => run.element),
    summary: `background ${first === undefined ? '' : toHex(first.background)} → ${value} (${source.selector || 'style attribute'})`,
    ...changeValue(page, {
      property: 'background-color',
      value: colorValue(page, value),
      elements: [painter],
      source,
      forAll: true,
    }),
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
    const move = moveText(page, members, palette);
    return move === null ? [] : [textProposal(page, members, source, move.color, false)];
  });
}
