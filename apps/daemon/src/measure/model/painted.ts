/**
 * Colours a page paints beside its text, fills and borders: in gradients, shadows and rings, while something is pointed at
 * or focused, in what is put before and behind an element.
 */
import type { ChildNode, Declaration, Rule } from 'postcss';
import type { Observation } from '../finding.ts';
import { splitAt, splitWords } from './computed/parts.ts';
import { Variables } from './computed/variables.ts';
import type { StyleSheet } from './css.ts';
import type { PageElement } from './dom.ts';
import type { Page } from './page.ts';
import { atDeclaration } from './place.ts';
import { oncePerPage, renderedElements } from './reading.ts';
import { filterSelector, presentIn } from './selector-filter.ts';
import { type Rgb, readColor } from './style.ts';

export interface PaintedColor {
  color: Rgb;
  /** "box-shadow", "outline of a:focus-visible". */
  what: string;
  /** Null where it is a rule about no one element. */
  at: PageElement | null;
  position: Pick<Observation, 'position'>;
  /** Seen without doing anything. */
  isAtRest: boolean;
}

const AT_REST = [
  'background-image',
  'box-shadow',
  'text-shadow',
  'outline',
  'text-decoration',
  'column-rule',
  'accent-color',
  'caret-color',
  '-webkit-text-stroke',
  'border-image',
] as const;
const SHORTHANDS: Readonly<Record<string, readonly string[]>> = {
  'background-image': ['background-image', 'background'],
  outline: ['outline-color', 'outline'],
  'column-rule': ['column-rule-color', 'column-rule'],
  'border-image': ['border-image-source', 'border-image'],
  'text-decoration': ['text-decoration-color', 'text-decoration'],
};

export const paintedColors = oncePerPage((page: Page): PaintedColor[] => [
  ...atRest(page),
  ...page.sheets.flatMap((sheet) => inStates(page, sheet)),
]);

function atRest(page: Page): PaintedColor[] {
  const found: PaintedColor[] = [];
  for (const at of renderedElements(page)) {
    for (const what of AT_REST) {
      const declared = page.styleOf(at).declared(...(SHORTHANDS[what] ?? [what]));
      if (declared === null || declared.source === null) continue;
      const position = atDeclaration(page, declared.source);
      for (const color of colorsIn(declared.value, what === 'background-image'))
        found.push({ color, what, at, position, isAtRest: true });
    }
  }
  for (const at of page.elements) {
    // Drawings in the page are painted by attributes as well; a mark of somebody else keeps its colours.
    if (at.html || !page.engine.isRendered(at)) continue;
    for (const what of ['fill', 'stroke', 'stop-color'] as const) {
      const written = at.attributes.get(what);
      const declared = page.styleOf(at).declared(what);
      const value = declared?.source == null ? written : declared.value;
      const color =
        value === undefined || /^(none|currentcolor|url|inherit|context|transparent)/i.test(value.trim())
          ? null
          : readColor(value);
      if (color !== null && color.alpha > LEAST_ALPHA)
        found.push({ color, what, at, position: {}, isAtRest: true });
    }
  }
  for (const at of page.byTag('meta')) {
    const color =
      /^theme-color$/i.test(at.attributes.get('name') ?? '') &&
      !/dark/i.test(at.attributes.get('media') ?? '')
        ? readColor(at.attributes.get('content') ?? '')
        : null;
    if (color !== null) found.push({ color, what: 'theme-color', at, position: {}, isAtRest: true });
  }
  return found;
}

const STATE =
  /::?(?:hover|focus(?:-visible|-within)?|active|visited|selection|before|after|marker|placeholder)\b/i;
const STATES = new RegExp(STATE.source, 'gi');
const PAINTS =
  /^(?:color|fill|stroke|(?:background|border|outline|box-shadow|text-decoration|column-rule)[\w-]*)$/i;

/** Rules about a state, or about what stands before and behind an element, where some element may have it. */
function inStates(page: Page, sheet: StyleSheet): PaintedColor[] {
  // A framework's own states are not this page's choice.
  if (sheet.origin === 'file') return [];
  const found: PaintedColor[] = [];
  const present = presence(page);
  sheet.root.walkRules((rule) => {
    if (!STATE.test(rule.selector) || isForOthers(rule)) return;
    if (filterSelector(rule.selector.replace(STATES, '') || '*', present) === null) return;
    for (const node of rule.nodes) {
      if (!isPainting(node)) continue;
      const value = rootVariables(page).substitute(node.value) ?? '';
      for (const color of colorsIn(value, false))
        found.push({
          color,
          what: `${node.prop} of ${rule.selector.slice(0, 40)}`,
          at: null,
          position: placeOf(page, sheet, node),
          isAtRest: isAtRest(rule.selector),
        });
    }
  });
  return found;
}

/** What stands before or behind an element, and the mark of an item, are seen at once. */
function isAtRest(selector: string): boolean {
  return (
    /::?(?:before|after|marker|placeholder)\b/i.test(selector) &&
    !/:(?:hover|focus|active|visited)/i.test(selector)
  );
}

/** The dark scheme and paper have colours of their own. */
function isForOthers(rule: Rule): boolean {
  for (let around: unknown = rule.parent; isAtRule(around); around = around.parent)
    if (/dark|print/i.test(around.params ?? '')) return true;
  return false;
}

function isAtRule(node: unknown): node is { params?: string; parent?: unknown } {
  return typeof node === 'object' && node !== null && 'type' in node && node.type === 'atrule';
}

function isPainting(node: ChildNode): node is Declaration {
  return node.type === 'decl' && PAINTS.test(node.prop);
}

function placeOf(page: Page, { offset }: StyleSheet, node: Declaration): Pick<Observation, 'position'> {
  const start = node.source?.start?.offset;
  if (offset === null || start === undefined) return {};
  const before = page.html.slice(0, offset + start);
  const line = before.split(/\r\n|\r|\n/).length;
  return { position: { line, column: offset + start - Math.max(before.lastIndexOf('\n'), -1) } };
}

const presence = oncePerPage((page: Page) => presentIn(page.elements));

const rootVariables = oncePerPage((page: Page): Variables => {
  const own = new Map<string, string>();
  for (const { root } of page.sheets)
    root.walkRules(/^(?::root|html|body|\*)$/i, (rule) => {
      if (isForOthers(rule)) return;
      for (const node of rule.nodes)
        if (node.type === 'decl' && node.prop.startsWith('--')) own.set(node.prop, node.value);
    });
  return new Variables(own, null);
});

/** The colours in a value, whatever stands around them; of a picture only those of its gradients. */
function colorsIn(value: string, onlyGradients: boolean, depth = 0): Rgb[] {
  if (value.length > MAX_VALUE || depth > MAX_DEPTH) return [];
  const found: Rgb[] = [];
  for (const part of splitAt(value, ','))
    for (const word of splitWords(part)) {
      const gradient = /^[\w-]*gradient\((.*)\)$/is.exec(word)?.[1];
      const color = onlyGradients || gradient !== undefined || /^url\(/i.test(word) ? null : readColor(word);
      if (gradient !== undefined) found.push(...colorsIn(gradient, false, depth + 1));
      else if (color !== null && color.alpha > LEAST_ALPHA) found.push(color);
    }
  return found;
}

const MAX_VALUE = 4000;
const MAX_DEPTH = 3;
const LEAST_ALPHA = 0.05;
