/** Attributes of one tag: read leniently, looked up by their canonical name or a spelling models invent. */
import { decodeHTML } from 'entities';

/** Flat `[name, value, name, value, …]`: cheaper than a map, and no name can be special. */
export type Attributes = readonly string[];

const SPACE = 32;
const LESS = 60;
const GREATER = 62;
const UNDERSCORE = 95;
const AMPERSAND = 38;
const NEWLINE = 10;
const EQUALS = 61;
const SLASH = 47;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;

/** Reads what stands between a tag's name and its `>` (or the slash before it): `text[from, end)`. */
export function readAttributes(text: string, from: number, end: number): Attributes {
  const attributes: string[] = [];
  let i = from;
  while (i < end) {
    let code = text.charCodeAt(i);
    if (code <= 32 || code === SLASH) {
      i++;
      continue;
    }
    const nameStart = i;
    do code = ++i < end ? text.charCodeAt(i) : 0;
    while (code > 32 && code !== EQUALS && code !== SLASH);
    const name = text.slice(nameStart, i);
    while (i < end && text.charCodeAt(i) <= 32) i++;
    if (i >= end || text.charCodeAt(i) !== EQUALS) {
      attributes.push(name, '');
      continue;
    }
    do i++;
    while (i < end && text.charCodeAt(i) <= 32);
    const quote = i < end ? text.charCodeAt(i) : 0;
    const quoted = quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE;
    if (quoted) i++;
    const valueStart = i;
    while (i < end && (quoted ? text.charCodeAt(i) !== quote : text.charCodeAt(i) > 32)) i++;
    attributes.push(name, decodeText(text.slice(valueStart, i)));
    if (quoted) i++;
  }
  return attributes;
}

/** Filled and copied for every tag: an array that grows by itself reserves far more than it needs. */
const scratch: string[] = [];

/** A tag read in one pass; `end` is the index behind its `>`. */
export interface PlainTag {
  attributes: Attributes;
  selfClosing: boolean;
  end: number;
}

/**
 * The fast way for the tags nearly everyone writes: `name="value"` pairs of plain text, whole in `text`.
 * Null for anything else (cut off, odd quotes, entities, a `<`), which then takes the careful way.
 */
export function readPlainTag(text: string, from: number): PlainTag | null {
  scratch.length = 0;
  const length = text.length;
  let i = from;
  while (i < length) {
    let code = text.charCodeAt(i);
    if (code === GREATER) return { attributes: scratch.slice(), selfClosing: false, end: i + 1 };
    if (code === SPACE) {
      i++;
      continue;
    }
    if (code === SLASH && text.charCodeAt(i + 1) === GREATER) {
      return { attributes: scratch.slice(), selfClosing: true, end: i + 2 };
    }
    const nameStart = i;
    while ((code >= 97 && code <= 122) || code === UNDERSCORE || (code >= 65 && code <= 90))
      code = text.charCodeAt(++i);
    if (code !== EQUALS || i === nameStart || text.charCodeAt(i + 1) !== DOUBLE_QUOTE) return null;
    const valueStart = i + 2;
    for (i = valueStart, code = text.charCodeAt(i); code !== DOUBLE_QUOTE; code = text.charCodeAt(++i)) {
      // NaN behind the end of the text fails the comparison too.
      if (!(code >= SPACE && code < 0x7f) || code === AMPERSAND || code === LESS) return null;
    }
    if (i > valueStart && (text.charCodeAt(valueStart) === SPACE || text.charCodeAt(i - 1) === SPACE))
      return null;
    scratch.push(text.slice(nameStart, valueStart - 2), text.slice(valueStart, i));
    i++;
  }
  return null;
}

/** Nearly every note and value is plain already; looking is cheaper than three replacements. */
function isPlain(text: string): boolean {
  const last = text.length - 1;
  if (last < 0) return true;
  if (isBlank(text.charCodeAt(0)) || isBlank(text.charCodeAt(last))) return false;
  for (let i = 0; i <= last; i++) {
    const code = text.charCodeAt(i);
    if (code === AMPERSAND || (code < 32 && code !== NEWLINE) || (code >= 0x7f && code <= 0x9f)) return false;
  }
  return true;
}

/** ASCII space and everything that only `trim` knows. */
function isBlank(code: number): boolean {
  return code <= 32 || code >= 0x7f;
}

/** Entities are decoded; control characters never reach a log line or a screen; line ends become `\n`. */
export function decodeText(text: string): string {
  if (isPlain(text)) return text;
  return (
    decodeHTML(text)
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: removing exactly these is the point
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
      .trim()
  );
}

/** Spellings that models were seen to invent, folded to lower case without `_` and `-`. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  n: ['index', 'number', 'round', 'id'],
  round: ['n', 'index', 'number'],
  role: ['name', 'panelist', 'persona'],
  name: ['dim', 'dimension', 'id'],
  score: ['rating', 'value'],
  must_fix: ['openmustfix', 'mustfixes', 'mustfixcount'],
  composite: ['compositescore', 'score'],
  decision: ['verdict', 'result'],
  mime: ['type', 'mimetype', 'contenttype'],
};

/** The value under exactly this name: the way nearly every look-up ends. */
export function exactAttribute(attributes: Attributes, name: string): string | null {
  for (let i = 0; i < attributes.length; i += 2) if (attributes[i] === name) return attributes[i + 1] ?? '';
  return null;
}

/** The value under another spelling of the name, and that spelling. */
export function aliasAttribute(
  attributes: Attributes,
  canonical: string,
): { value: string; alias: string } | null {
  if (attributes.length === 0) return null;
  const wanted = [fold(canonical), ...(ALIASES[canonical] ?? [])];
  for (const spelling of wanted) {
    for (let i = 0; i < attributes.length; i += 2) {
      const alias = attributes[i] ?? '';
      if (fold(alias) === spelling) return { value: attributes[i + 1] ?? '', alias };
    }
  }
  return null;
}

export function findAttribute(
  attributes: Attributes,
  canonical: string,
): { value: string; alias: string | null } | null {
  const exact = exactAttribute(attributes, canonical);
  return exact === null ? aliasAttribute(attributes, canonical) : { value: exact, alias: null };
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}
