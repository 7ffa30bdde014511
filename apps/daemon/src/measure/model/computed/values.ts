/** One specified value made a computed one. Null: it is not valid for the property. */

import type { Rgb } from '../style.ts';
import { type ColorContext, resolveColor } from './colors.ts';
import { evaluate, type Quantity, type Units } from './math.ts';
import { splitWords } from './parts.ts';
import { PROPERTIES, type PropertyType } from './properties.ts';

/** What the value depends on, asked only when it does. */
export interface Around {
  units(): Units;
  colors(): ColorContext;
  own(property: string): string;
  above(property: string): string | null;
  fontSize(): number;
  parentFontSize(): number;
  layoutParent(): string | null;
}

/** A valid length that only layout can turn into pixels. */
const BY_LAYOUT = 'layout';

export function computeValue(property: string, text: string, around: Around): string | null {
  const type = PROPERTIES.get(property)?.type;
  if (type === undefined) return null;
  const word = text.trim().toLowerCase();
  switch (type.kind) {
    case 'color': {
      const color = resolveColor(text, around.colors());
      return color === null ? null : rgbText(color);
    }
    case 'words':
      return type.words.includes(word) ? word.replace(/^-webkit-sticky$/, 'sticky') : null;
    case 'length':
      return lengthText(word, type, around);
    case 'line-width':
      return lineWidth(word, type.style, around);
    case 'font-size':
      return fontSize(word, around);
    case 'font-weight':
      return fontWeight(word, around);
    case 'font-style':
      return /^(normal|italic|oblique(\s+-?[\d.]+\w+)?)$/.test(word) ? word : null;
    case 'font-family':
      return word === '' ? null : text.trim();
    case 'line-height':
      return lineHeight(word, around);
    case 'opacity': {
      const found = evaluate(word, around.units());
      if (found === null || (found.kind !== 'number' && found.kind !== '%')) return null;
      return `${Math.min(1, Math.max(0, found.kind === '%' ? found.value / 100 : found.value))}`;
    }
    case 'decoration':
      return splitWords(word).every((part) =>
        /^(none|underline|overline|line-through|blink|spelling-error|grammar-error)$/.test(part),
      )
        ? word
        : null;
    case 'scheme':
      return /^[\w-]+(\s+[\w-]+)*$/.test(word) ? word : null;
    case 'display':
      return display(word, around);
  }
}

export function rgbText({ r, g, b, alpha }: Rgb): string {
  const short = (value: number): number => Math.round(value * 255_000) / 1000;
  return `rgb(${short(r)} ${short(g)} ${short(b)} / ${Math.round(alpha * 10_000) / 10_000})`;
}

function lengthText(
  word: string,
  { words, negative }: Extract<PropertyType, { kind: 'length' }>,
  around: Around,
): string | null {
  if (words.includes(word)) return word;
  const found = evaluate(word, around.units());
  // Functions of layout: `fit-content(20em)`, `anchor-size(width)`.
  if (found === null)
    return words.includes('auto') && /^(fit-content|anchor-size|calc-size|anchor)\(/.test(word)
      ? BY_LAYOUT
      : null;
  return quantityText(found, word, negative);
}

function quantityText(found: Quantity, word: string, negative: boolean): string | null {
  switch (found.kind) {
    case 'number':
      return found.value === 0 && !word.includes('(') ? '0px' : null;
    case 'px':
    case '%': {
      const unit = found.kind;
      if (negative || found.value >= 0) return `${found.value}${unit}`;
      // What is computed may go below zero and ends there; what is written may not.
      return word.includes('(') ? `0${unit}` : null;
    }
    case 'layout':
      return BY_LAYOUT;
    default:
      return null;
  }
}

const LINE_WIDTHS: Record<string, number> = { thin: 1, medium: 3, thick: 5 };

/** Whole pixels of the screen, and at least one. */
function lineWidth(word: string, style: string, around: Around): string | null {
  const found = evaluate(word, around.units());
  const px =
    LINE_WIDTHS[word] ??
    (found?.kind === 'px' ? found.value : found?.kind === 'number' && found.value === 0 ? 0 : null);
  if (px === null || (px < 0 && !word.includes('('))) return null;
  if (/^(none|hidden)$/.test(around.own(style))) return '0px';
  return `${px > 0 && px < 1 ? 1 : Math.max(0, Math.floor(px))}px`;
}

const FONT_SIZES: Record<string, number> = {
  'xx-small': 9, 'x-small': 10, small: 13, medium: 16, large: 18, 'x-large': 24, 'xx-large': 32, 'xxx-large': 48,
}; // biome-ignore format: a table
const STEP = 1.2;

function fontSize(word: string, around: Around): string | null {
  const named = FONT_SIZES[word];
  if (named !== undefined) return `${named}px`;
  const parent = around.parentFontSize();
  if (word === 'larger' || word === 'smaller')
    return `${word === 'larger' ? parent * STEP : parent / STEP}px`;
  const found = evaluate(word, { ...around.units(), percentOf: parent });
  if (found === null) return null;
  // The font decides `ch`; half an em is its usual measure.
  if (found.kind === 'layout') return `${parent}px`;
  return quantityText(found, word, false);
}

function fontWeight(word: string, around: Around): string | null {
  if (word === 'normal') return '400';
  if (word === 'bold') return '700';
  const parent = Number(around.above('font-weight') ?? '400');
  if (word === 'bolder')
    return parent < 350 ? '400' : parent < 550 ? '700' : parent < 900 ? '900' : `${parent}`;
  if (word === 'lighter')
    return parent < 100 ? `${parent}` : parent < 550 ? '100' : parent < 750 ? '400' : '700';
  const found = evaluate(word, around.units());
  if (found?.kind !== 'number') return null;
  if (!word.includes('(') && (found.value < 1 || found.value > 1000)) return null;
  return `${Math.min(1000, Math.max(1, found.value))}`;
}

function lineHeight(word: string, around: Around): string | null {
  if (word === 'normal') return word;
  const found = evaluate(word, { ...around.units(), percentOf: around.fontSize() });
  if (found === null || (found.value < 0 && !word.includes('('))) return null;
  if (found.kind === 'number') return `${Math.max(0, found.value)}`;
  return found.kind === 'px' ? `${Math.max(0, found.value)}px` : null;
}

const DISPLAYS = new Set(
  (
    'none contents block inline inline-block flow-root list-item flex inline-flex grid inline-grid table inline-table table-row ' +
    'table-cell table-row-group table-header-group table-footer-group table-column table-column-group table-caption ruby ruby-text ' +
    'math block-ruby -webkit-box -webkit-inline-box'
  ).split(' '),
);
const LONG_DISPLAYS: Record<string, string> = {
  'block flow': 'block', 'inline flow': 'inline', 'inline flow-root': 'inline-block', 'block flow-root': 'flow-root', 'block flex': 'flex',
  'inline flex': 'inline-flex', 'block grid': 'grid', 'inline grid': 'inline-grid', 'block table': 'table', 'inline table': 'inline-table',
  '-webkit-flex': 'flex', '-webkit-inline-flex': 'inline-flex', 'block flow list-item': 'list-item', flow: 'block',
}; // biome-ignore format: a table
const AS_BLOCK: Record<string, string> = {
  inline: 'block', 'inline-block': 'block', 'inline-flex': 'flex', 'inline-grid': 'grid', 'inline-table': 'table', ruby: 'block',
  'table-row': 'block', 'table-cell': 'block', 'table-row-group': 'block', 'table-header-group': 'block', 'table-footer-group': 'block',
  'table-column': 'block', 'table-column-group': 'block', 'table-caption': 'block', '-webkit-inline-box': '-webkit-box', 'ruby-text': 'block',
}; // biome-ignore format: a table

/** What floats, is taken out of the flow or stands in a flex box or a grid is a block of its own. */
function display(word: string, around: Around): string | null {
  const name = LONG_DISPLAYS[word.replace(/\s+/g, ' ')] ?? word;
  if (!DISPLAYS.has(name)) return null;
  const block = AS_BLOCK[name];
  if (block === undefined) return name;
  const parent = around.layoutParent();
  const apart =
    parent === null ||
    /^(inline-)?(flex|grid)$/.test(parent) ||
    around.own('float') !== 'none' ||
    /^(absolute|fixed)$/.test(around.own('position'));
  return apart ? block : name;
}
