/** Attributes of one tag: read leniently, looked up by their canonical name or a spelling models invent. */
import { decodeHTML } from 'entities';

/** Flat `[name, value, name, value, …]`: cheaper than a map, and no name can be special. */
export type Attributes = readonly string[];

export const NO_ATTRIBUTES: Attributes = [];

const EQUALS = 61;
const SLASH = 47;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;

/** `raw` is everything between the tag's name and its `>`, without the slash of a self-closing tag. */
export function readAttributes(raw: string): Attributes {
  const attributes: string[] = [];
  const length = raw.length;
  let i = 0;
  while (i < length) {
    let code = raw.charCodeAt(i);
    if (code <= 32 || code === SLASH) {
      i++;
      continue;
    }
    const nameStart = i;
    while (i < length && code > 32 && code !== EQUALS && code !== SLASH) code = raw.charCodeAt(++i);
    const name = raw.slice(nameStart, i);
    while (i < length && raw.charCodeAt(i) <= 32) i++;
    if (i >= length || raw.charCodeAt(i) !== EQUALS) {
      attributes.push(name, '');
      continue;
    }
    i++;
    while (i < length && raw.charCodeAt(i) <= 32) i++;
    const quote = raw.charCodeAt(i);
    if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
      const valueEnd = raw.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", i + 1);
      const end = valueEnd === -1 ? length : valueEnd;
      attributes.push(name, decodeValue(raw.slice(i + 1, end)));
      i = end + 1;
    } else {
      const valueStart = i;
      while (i < length && raw.charCodeAt(i) > 32) i++;
      attributes.push(name, decodeValue(raw.slice(valueStart, i)));
    }
  }
  return attributes;
}

function decodeValue(value: string): string {
  return cleanText(value.includes('&') ? decodeHTML(value) : value);
}

/** Control characters never reach a log line or a screen; line ends become `\n`; outer space goes. */
export function cleanText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing exactly these is the point
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '').trim();
}

export function decodeText(text: string): string {
  return cleanText(text.includes('&') ? decodeHTML(text) : text);
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

export interface FoundAttribute {
  value: string;
  /** The name as written, when it is not the canonical one. */
  alias: string | null;
}

export function findAttribute(attributes: Attributes, canonical: string): FoundAttribute | null {
  for (let i = 0; i < attributes.length; i += 2) {
    if (attributes[i] === canonical) return { value: attributes[i + 1] ?? '', alias: null };
  }
  const wanted = [fold(canonical), ...(ALIASES[canonical] ?? [])];
  for (const spelling of wanted) {
    for (let i = 0; i < attributes.length; i += 2) {
      const written = attributes[i] ?? '';
      if (fold(written) === spelling) return { value: attributes[i + 1] ?? '', alias: written };
    }
  }
  return null;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}
