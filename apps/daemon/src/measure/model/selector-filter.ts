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

const known = new WeakMap<readonly PageElement[], Present>();

/** Asked by several of the same page: counted once. */
export function presentIn(elements: readonly PageElement[]): Present {
  const before = known.get(elements);
  if (before !== undefined) return before;
  const counts = new Map<string, number>();
  for (const element of elements)
    for (const name of namesOf(element)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const present = { counts, elements: elements.length };
  known.set(elements, present);
  return present;
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
  return readSimples(/(?<![^\s>+~])[^\s>+~]+$/.exec(part.replace(/\([^()]*\)/g, ''))?.[0] ?? part).names;
}

/** The parts of a selector list that may match, and how many elements have to be asked. */
export interface Filtered {
  selector: string;
  candidates: number;
}

export function filterSelector(selector: string, present: Present): Filtered | null {
  const parts = partsOf(selector).filter((part) => part.text !== '' && mayMatch(part, present, 0));
  if (parts.length === 0) return null;
  let candidates = 0;
  for (const part of parts) candidates += candidatesOf(part, present);
  return { selector: parts.map(({ text }) => text).join(', '), candidates };
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

/** One selector of a list. */
interface Part extends Simple {
  text: string;
  /** What the element itself must have. */
  last: string[];
  /** How much it takes to ask one element. */
  effort: number;
}

function mayMatch({ names, within }: Part, present: Present, depth: number): boolean {
  for (const name of names) if (!present.counts.has(name)) return false;
  if (within.length === 0 || depth >= MAX_DEPTH) return true;
  return within.every((list) => partsOf(list).some((one) => mayMatch(one, present, depth + 1)));
}

/** `:has()`, `:not()`, `:nth-child()` look further than at the element itself. */
const FUNCTION_EFFORT = 3;

/** Of the last compound the rarest name is asked first, as engines index their rules. */
function candidatesOf({ last, effort }: Part, present: Present): number {
  let least = present.elements;
  for (const name of last) least = Math.min(least, present.counts.get(name) ?? 0);
  return least * effort;
}

/** A framework's selectors are the same on every page, and in every state. In characters: all together, and one list. */
const MAX_REMEMBERED = 1_500_000;
const MAX_ONE = 8_192;
const remembered = new Map<string, readonly Part[]>();
let rememberedCharacters = 0;

function partsOf(list: string): readonly Part[] {
  const known = remembered.get(list);
  if (known !== undefined) return known;
  const parts = splitAt(list, ',').map(
    (text): Part => ({
      text,
      ...readSimples(text),
      last: lastNames(text),
      effort: 1 + FUNCTION_EFFORT * (text.match(/:[\w-]+\(/g)?.length ?? 0),
    }),
  );
  if (list.length > MAX_ONE) return parts;
  rememberedCharacters += list.length;
  if (rememberedCharacters > MAX_REMEMBERED) {
    remembered.clear();
    rememberedCharacters = list.length;
  }
  remembered.set(list, parts);
  return parts;
}

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
