/** The part of a declaration that concerns one longhand: `padding: 1px 2px` gives `padding-left` its 2px. */
import { splitAt, splitWords } from './parts.ts';
import { axisOf, CORNERS, SIDES } from './properties.ts';

export interface Reading {
  /** Whether a word is a colour; the caller knows what `currentColor` is. */
  isColor(word: string): boolean;
  rtl: boolean;
}

/** The initial value of the longhand: the shorthand leaves it out. */
export const INITIAL = 'initial';

/** Null: the declaration is not valid. `value` has its variables replaced. */
export function partOf(name: string, longhand: string, value: string, reading: Reading): string | null {
  if (name === longhand) return value;
  // These words stand alone or not at all.
  if (/(^|[\s,(])(inherit|initial|unset|revert|revert-layer)($|[\s,)])/i.test(value)) return null;
  switch (name) {
    case 'padding':
    case 'margin':
    case 'border-width':
    case 'border-style':
    case 'border-color':
      return fourth(splitWords(value), sideOf(longhand));
    case 'border-radius':
    case '-webkit-border-radius':
      return corner(value, longhand);
    case 'gap':
    case 'grid-gap':
      return second(splitWords(value), longhand === 'column-gap' ? 1 : 0);
    case 'overflow':
      return second(splitWords(value), longhand === 'overflow-y' ? 1 : 0);
    case 'background':
      return backgroundColor(value, reading);
    case 'font':
      return fontPart(value, longhand);
    case 'text-decoration':
    case '-webkit-text-decoration':
      return decorationLine(value);
    default:
      return borderPart(name, longhand, value, reading);
  }
}

function sideOf(longhand: string): string {
  return SIDES.find((side) => new RegExp(`-${side}(-|$)`).test(longhand)) ?? '';
}

function fourth(words: readonly string[], side: string): string | null {
  if (words.length < 1 || words.length > 4) return null;
  const index = (SIDES as readonly string[]).indexOf(side);
  const [top = '', right = top, bottom = top, left = right] = words;
  return [top, right, bottom, left][index] ?? null;
}

function second(words: readonly string[], index: number): string | null {
  return words.length < 1 || words.length > 2 ? null : (words[index] ?? words[0] ?? null);
}

/** The horizontal radius, which is the only one in almost every page. */
function corner(value: string, longhand: string): string | null {
  const words = splitWords(splitAt(value, '/')[0] ?? '');
  if (words.length < 1 || words.length > 4) return null;
  const [a = '', b = a, c = a, d = b] = words;
  return [a, b, c, d][CORNERS.findIndex((name) => longhand.includes(name))] ?? null;
}

const LINE_STYLE = /^(none|hidden|dotted|dashed|solid|double|groove|ridge|inset|outset|auto)$/i;

/** `border`, a side of it, `border-inline-color` and the like, `outline`. */
function borderPart(name: string, longhand: string, value: string, reading: Reading): string | null {
  const words = splitWords(value);
  const logical = /^(?:padding|margin|border)-(block|inline)(-width|-style|-color)?$/.exec(name);
  if (logical !== null && (logical[2] !== undefined || !name.startsWith('border'))) {
    const side = sideOf(longhand);
    const atEnd = logical[1] === 'inline' ? (side === 'right') !== reading.rtl : side === 'bottom';
    return axisOf(side) === logical[1] ? second(words, atEnd ? 1 : 0) : null;
  }
  // Longhands under another name: `border-inline-start-width`, `padding-block-end`, `grid-row-gap`.
  if (!/^(border|outline)(-(top|right|bottom|left|block|inline)(-(start|end))?)?$/.test(name)) return value;
  if (words.length < 1 || words.length > 3) return null;
  const parts: Record<string, string> = {};
  for (const word of words) {
    const aspect = LINE_STYLE.test(word) ? 'style' : reading.isColor(word) ? 'color' : 'width';
    if (aspect in parts || (aspect === 'width' && !isLineWidth(word))) return null;
    parts[aspect] = word;
  }
  return parts[longhand.slice(longhand.lastIndexOf('-') + 1)] ?? INITIAL;
}

function isLineWidth(word: string): boolean {
  return /^(thin|medium|thick|[-+]?[\d.].*|(calc|min|max|clamp|round|abs|hypot|mod|rem)\(.*\))$/i.test(word);
}

/** Only the last layer may have a colour. */
function backgroundColor(value: string, { isColor }: Reading): string | null {
  const last = splitAt(value, ',').at(-1) ?? '';
  if (last === '') return null;
  const colors = splitWords(last).filter((word) => isColor(word));
  return colors.length > 1 ? null : (colors[0] ?? INITIAL);
}

const SYSTEM_FONTS = /^(caption|icon|menu|message-box|small-caption|status-bar)$/i;
const BEFORE_SIZE =
  /^(normal|italic|oblique|small-caps|bold|bolder|lighter|[1-9]\d{0,2}|1000|(ultra|extra|semi)?-?(condensed|expanded)|-?[\d.]+deg)$/i;

function fontPart(value: string, longhand: string): string | null {
  if (SYSTEM_FONTS.test(value.trim())) return longhand === 'font-family' ? 'system-ui' : INITIAL;
  const words = splitWords(value);
  let at = 0;
  while (at < words.length && BEFORE_SIZE.test(words[at] ?? '')) at += 1;
  const before = words.slice(0, at);
  const size = words[at];
  const hasLine = words[at + 1] === '/';
  const family = words.slice(at + (hasLine ? 3 : 1)).join(' ');
  if (size === undefined || family === '') return null;
  switch (longhand) {
    case 'font-size':
      return size;
    case 'line-height':
      return hasLine ? (words[at + 2] ?? null) : INITIAL;
    case 'font-family':
      return family;
    case 'font-weight':
      return before.find((word) => /^(bold|bolder|lighter|\d+)$/i.test(word)) ?? INITIAL;
    default:
      return before.find((word) => /^(italic|oblique)$/i.test(word)) ?? INITIAL;
  }
}

const DECORATIONS = /^(none|underline|overline|line-through|blink|spelling-error|grammar-error)$/i;

function decorationLine(value: string): string {
  const lines = splitWords(value).filter((word) => DECORATIONS.test(word));
  return lines.length === 0 ? INITIAL : lines.join(' ');
}
