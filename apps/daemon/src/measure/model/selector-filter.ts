/**
 * Which selectors can match anything on a page at all. A framework's sheet has thousands of rules and a page uses a
 * tenth of them; reading and matching the rest costs more than everything else. Only what is certain is left out: a
 * class, an id, a tag or an attribute that no element has.
 */
import { splitAt } from './computed/parts.ts';
import type { PageElement } from './dom.ts';

export interface Present {
  /** How many elements have it: `.card`, `#menu`, `p`, `[href]`; lower case, for quirks mode and for tags. */
  counts: ReadonlyMap<string, number>;
  elements: number;
}

export function presentIn(elements: readonly PageElement[]): Present {
  const counts = new Map<string, number>();
  for (const element of elements)
    for (const name of namesOf(element)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return { counts, elements: elements.length };
}

/** What a selector can name an element by, each once. */
export function namesOf({ tag, attributes }: PageElement): string[] {
  const names = [tag];
  for (const [name, value] of attributes) {
    names.push(`[${name}]`);
    if (name === 'id') names.push(`#${value}`);
    if (name === 'class')
      for (const one of new Set(value.split(/\s+/))) if (one !== '') names.push(`.${one}`);
  }
  return names.map((name) => name.toLowerCase());
}

/** What the element itself must have that a selector names, as far as that is certain. */
export function lastNames(part: string): string[] {
  return simplesOf(/[^\s>+~]+$/.exec(part.replace(/\([^()]*\)/g, ''))?.[0] ?? part).names;
}

/** The parts of a selector list that may match, and how many elements have to be asked. */
export interface Filtered {
  selector: string;
  candidates: number;
}

export function filterSelector(selector: string, present: Present): Filtered | null {
  const parts = splitAt(selector, ',').filter((part) => part !== '' && mayMatch(part, present, 0));
  if (parts.length === 0) return null;
  let candidates = 0;
  for (const part of parts) candidates += candidatesOf(part, present);
  return { selector: parts.join(', '), candidates };
}

const TOKEN = /\\[\da-f]{1,6}\s?|\\.|[^\\]/gis;
const MAX_DEPTH = 4;
/** Pseudo-classes whose arguments must match something, too. */
const POSITIVE = /^(is|where|has|matches|-webkit-any|-moz-any)$/i;

interface Simple {
  names: string[];
  /** Arguments of pseudo-classes that must match. */
  within: string[];
}

function mayMatch(part: string, present: Present, depth: number): boolean {
  if (depth > MAX_DEPTH) return true;
  const { names, within } = simplesOf(part);
  if (names.some((name) => !present.counts.has(name))) return false;
  return within.every((list) => splitAt(list, ',').some((one) => mayMatch(one, present, depth + 1)));
}

/** `:has()`, `:not()`, `:nth-child()` look further than at the element itself. */
const FUNCTION_EFFORT = 3;

/** Of the last compound the rarest name is asked first, as engines index their rules. */
function candidatesOf(part: string, present: Present): number {
  const counts = lastNames(part).map((name) => present.counts.get(name) ?? 0);
  const effort = 1 + FUNCTION_EFFORT * (part.match(/:[\w-]+\(/g)?.length ?? 0);
  return Math.min(present.elements, ...counts) * effort;
}

/** A framework's selectors are the same on every page. */
const MAX_REMEMBERED = 30_000;
const remembered = new Map<string, Simple>();

function simplesOf(part: string): Simple {
  const known = remembered.get(part);
  if (known !== undefined) return known;
  const simple = readSimples(part);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  if (part.length <= MAX_QUOTED) remembered.set(part, simple);
  return simple;
}

/** Longer ones are nobody's framework. */
const MAX_QUOTED = 400;

/** The classes, ids, tags and attributes a selector names outside of parentheses; in doubt it names nothing. */
function readSimples(part: string): Simple {
  const names: string[] = [];
  const within: string[] = [];
  const pattern =
    /([.#])((?:[\w-]|[^ -~\s]|\\[\da-f]{1,6}\s?|\\.)+)|\[\s*([\w-]+)[^\]]*\]|(::?)([\w-]+)(\()?|(\()|([\w|*-]+)/gi;
  for (let match = pattern.exec(part); match !== null; match = pattern.exec(part)) {
    const [, mark, name, attribute, colon, pseudo = '', open, group, tag] = match;
    if (mark !== undefined && name !== undefined) names.push(`${mark}${unescaped(name)}`.toLowerCase());
    else if (attribute !== undefined) names.push(`[${attribute.toLowerCase()}]`);
    else if (open !== undefined || group !== undefined) {
      const end = closing(part, pattern.lastIndex);
      if (colon === ':' && POSITIVE.test(pseudo)) within.push(part.slice(pattern.lastIndex, end));
      pattern.lastIndex = end + 1;
    } else if (tag !== undefined && /^[a-z][\w-]*$/i.test(tag)) names.push(tag.toLowerCase());
  }
  return { names, within };
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(TOKEN, (token) => {
    if (!token.startsWith('\\')) return token;
    const hex = /^\\([\da-f]{1,6})/i.exec(token)?.[1];
    return hex === undefined
      ? token.slice(1)
      : String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex, 16)));
  });
}

function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}
