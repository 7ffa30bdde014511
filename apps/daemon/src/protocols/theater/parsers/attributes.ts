/** Attributes of one tag: read leniently, looked up by their canonical name or a spelling models invent. */
import { decodeHTML } from 'entities';
import { asItLooks } from './lookalikes.ts';
import { isGap } from './tags.ts';

/**
 * The attributes of the tag read last. One list serves a tokenizer for all its tags, so it is valid until the
 * next opening tag: a tag made of fresh arrays costs more to throw away than to read.
 */
export class Attributes {
  /** Names and values in turn; only the first `length` count. */
  readonly #words: string[] = [];
  #length = 0;
  /** A name is none of the common ones, by the letter: only then can it be another spelling of something. */
  #odd = false;
  /** One of them counts must-fixes. */
  #counts = false;

  clear(): void {
    // Not `words.length = 0`: that would give the memory back and ask for it again at once.
    this.#length = 0;
    this.#odd = false;
    this.#counts = false;
  }

  /** The name stands there twice, in any case, with different values. */
  disagrees(name: string): boolean {
    if (this.#length <= 2) return false;
    const folded = this.#odd ? foldedName(name) : name;
    let first: string | null = null;
    for (let i = 0; i < this.#length; i += 2) {
      const word = this.#words[i] ?? '';
      // The common names have one spelling each.
      if (this.#odd ? !foldsTo(word, folded) : word !== name) continue;
      const value = this.#words[i + 1] ?? '';
      if (first !== null && first !== value) return true;
      first = value;
    }
    return false;
  }

  /** A number stands there under one spelling of the name, and another under another. */
  contradicts(canonical: string): boolean {
    if (this.#length <= 2 || !this.#odd) return false;
    let first: number | null = null;
    for (const spelling of spellingsOf(canonical)) {
      for (let i = 0; i < this.#length; i += 2) {
        if (!foldsTo(this.#words[i] ?? '', spelling)) continue;
        const number = Number.parseFloat((this.#words[i + 1] ?? '').replace(',', '.'));
        if (Number.isNaN(number)) continue;
        if (first !== null && first !== number) return true;
        first = number;
      }
    }
    return false;
  }

  /** A name is none of the commonest: nearly no tag has one. */
  get isOdd(): boolean {
    return this.#odd;
  }

  some(isSo: (name: string, value: string) => boolean): boolean {
    for (let i = 0; i < this.#length; i += 2)
      if (isSo(this.#words[i] ?? '', this.#words[i + 1] ?? '')) return true;
    return false;
  }

  /** Whether a name here may be one of those that count must-fixes: nearly never, so only its first letter is asked. */
  get mayCount(): boolean {
    if (!this.#odd) return this.#counts;
    for (let i = 0; i < this.#length; i += 2) {
      const first = (this.#words[i] ?? '').charCodeAt(0) | 0x20;
      if (first === 0x6d || first === 0x6f || first > 0x7f) return true;
    }
    return false;
  }

  /** `common`: the name is one of `COMMON_NAMES`. */
  add(name: string, value: string, common = false): void {
    if (!common) this.#odd = true;
    else if (name === 'must_fix') this.#counts = true;
    this.#words[this.#length] = name;
    this.#words[this.#length + 1] = value;
    this.#length += 2;
  }

  /** The value under exactly this name; the first of two equal names stands. */
  get(name: string): string | null {
    for (let i = 0; i < this.#length; i += 2) if (this.#words[i] === name) return this.#words[i + 1] ?? '';
    return null;
  }

  /** The value under another spelling of the name, and that spelling. */
  alias(canonical: string): { value: string; alias: string } | null {
    if (this.#length === 0 || (!this.#odd && ALIASES[canonical] === undefined)) return null;
    for (const spelling of spellingsOf(canonical)) {
      for (let i = 0; i < this.#length; i += 2) {
        const alias = this.#words[i] ?? '';
        if (foldsTo(alias, spelling)) return { value: this.#words[i + 1] ?? '', alias };
      }
    }
    return null;
  }

  find(canonical: string): { value: string; alias: string | null } | null {
    const exact = this.get(canonical);
    return exact === null ? this.alias(canonical) : { value: exact, alias: null };
  }
}

const SPACE = 32;
const LESS = 60;
const GREATER = 62;
const UNDERSCORE = 95;
const HYPHEN = 45;
const AMPERSAND = 38;
const EQUALS = 61;
const SLASH = 47;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;

/** Reads what stands between a tag's name and its `>` (or the slash before it): `text[from, end)`. */
export function readAttributes(text: string, from: number, end: number, into: Attributes): void {
  into.clear();
  let i = from;
  while (i < end) {
    let code = text.charCodeAt(i);
    if (isGap(code) || code === SLASH) {
      i++;
      continue;
    }
    const nameStart = i;
    do code = ++i < end ? text.charCodeAt(i) : 0;
    while (code !== EQUALS && code !== SLASH && (!isGap(code) || isUnseen(code)));
    const name = text.slice(nameStart, i);
    while (i < end && isGap(text.charCodeAt(i))) i++;
    if (i >= end || text.charCodeAt(i) !== EQUALS) {
      into.add(name, '');
      continue;
    }
    do i++;
    while (i < end && isGap(text.charCodeAt(i)));
    const closer = i < end ? closerOf(text.charCodeAt(i)) : '';
    if (closer !== '') i++;
    const valueStart = i;
    while (i < end && (closer === '' ? !isGap(text.charCodeAt(i)) : !closer.includes(text.charAt(i)))) i++;
    into.add(name, decodeText(text.slice(valueStart, i)));
    if (closer !== '') i++;
  }
}

/** Takes no room: inside a name it parts nothing, so that a name cannot be hidden by it. */
function isUnseen(code: number): boolean {
  return (code >= 0x200b && code <= 0x200f) || code === 0x2060 || code === 0xfeff;
}

/** What ends a value that begins with this quote; nothing for a value without one. */
function closerOf(code: number): string {
  switch (code) {
    case DOUBLE_QUOTE:
      return '"';
    case SINGLE_QUOTE:
      return "'";
    case 0x201c:
    case 0x201d:
    case 0x201e:
      return '\u201d\u201c';
    case 0x2018:
    case 0x2019:
      return '\u2019';
    default:
      return '';
  }
}

/** Names nearly every tag uses: found in place, so that no copy has to be made and compared. */
const COMMON_NAMES = [
  ...(['name', 'score', 'role', 'must_fix', 'n', 'mime', 'composite', 'decision'] as const),
  ...(['id', 'dim', 'target', 'severity', 'evidence', 'witness', 'predicate', 'text'] as const),
] as const;
/** By the first letter and the length, which no two of them share. */
const COMMON_PLACES = 16;
const COMMON_BY_PLACE: readonly string[] = Array.from(
  { length: 128 * COMMON_PLACES },
  (_, place) => COMMON_NAMES.find((name) => placeOf(name.charCodeAt(0), name.length) === place) ?? '',
);

function placeOf(first: number, length: number): number {
  return first * COMMON_PLACES + length;
}

/** The common name that stands there; nothing for another. */
function commonAt(text: string, start: number, end: number): string {
  const length = end - start;
  if (length >= COMMON_PLACES) return '';
  const name = COMMON_BY_PLACE[placeOf(text.charCodeAt(start), length)] ?? '';
  if (name === '') return '';
  // Its first letter is known. A few letters are compared sooner than anybody can be asked to.
  for (let i = 1; i < length; i++) if (text.charCodeAt(start + i) !== name.charCodeAt(i)) return '';
  return name;
}

/**
 * The fast way for the tags nearly everyone writes: `name="value"` pairs of plain text, whole in `text`.
 * Returns the index behind the `>`; -1 for anything else (cut off, odd quotes, entities, a `<`), which then
 * takes the careful way.
 */
export function readPlainTag(text: string, from: number, into: Attributes): number {
  into.clear();
  const length = text.length;
  let i = from;
  while (i < length) {
    let code = text.charCodeAt(i);
    if (code === GREATER) return i + 1;
    if (code === SPACE) {
      i++;
      continue;
    }
    if (code === SLASH && text.charCodeAt(i + 1) === GREATER) return i + 2;
    const nameStart = i;
    while ((code >= 97 && code <= 122) || code === UNDERSCORE || (code >= 65 && code <= 90))
      code = text.charCodeAt(++i);
    if (code !== EQUALS || i === nameStart || text.charCodeAt(i + 1) !== DOUBLE_QUOTE) return -1;
    const nameEnd = i;
    const valueStart = i + 2;
    for (i = valueStart, code = text.charCodeAt(i); code !== DOUBLE_QUOTE; code = text.charCodeAt(++i)) {
      // NaN behind the end of the text fails the comparison too.
      if (!(code >= SPACE && code < 0x7f) || code === AMPERSAND || code === LESS) return -1;
    }
    if (i > valueStart && (text.charCodeAt(valueStart) === SPACE || text.charCodeAt(i - 1) === SPACE))
      return -1;
    const common = commonAt(text, nameStart, nameEnd);
    into.add(
      common === '' ? text.slice(nameStart, nameEnd) : common,
      text.slice(valueStart, i),
      common !== '',
    );
    i++;
  }
  return -1;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what is removed below
const NOT_PLAIN = /[&\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

/** Of a few letters a plain loop tells sooner than an expression. */
const SHORT_TEXT = 24;

/** Nearly every note and value is plain already; looking is cheaper than three replacements. */
function isPlain(text: string): boolean {
  const last = text.length - 1;
  if (last < 0) return true;
  if (isBlank(text.charCodeAt(0)) || isBlank(text.charCodeAt(last))) return false;
  if (last >= SHORT_TEXT) return !NOT_PLAIN.test(text);
  for (let i = 1; i < last; i++) {
    const code = text.charCodeAt(i);
    if (code < SPACE || code >= 0x7f || code === AMPERSAND) return !NOT_PLAIN.test(text);
  }
  return text.charCodeAt(0) !== AMPERSAND && text.charCodeAt(last) !== AMPERSAND;
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

/** Whether a name, folded, is this one: told letter by letter, for nearly all are not. */
function foldsTo(name: string, folded: string): boolean {
  let at = 0;
  for (let i = 0; i < name.length; i++) {
    let code = name.charCodeAt(i);
    if (code === UNDERSCORE || code === HYPHEN) continue;
    if (code > 0x7f) return foldName(name) === folded;
    if (code >= 65 && code <= 90) code += 32;
    if (code !== folded.charCodeAt(at++)) return false;
  }
  return at === folded.length;
}

/** The few names the grammar asks for, folded once. */
const FOLDED = new Map<string, string>();
const SPELLINGS = new Map<string, readonly string[]>();

function foldedName(canonical: string): string {
  const known = FOLDED.get(canonical);
  if (known !== undefined) return known;
  const folded = foldName(canonical);
  FOLDED.set(canonical, folded);
  return folded;
}

function spellingsOf(canonical: string): readonly string[] {
  const known = SPELLINGS.get(canonical);
  if (known !== undefined) return known;
  const spellings = [foldName(canonical), ...(ALIASES[canonical] ?? [])];
  SPELLINGS.set(canonical, spellings);
  return spellings;
}

/** Names in letters that only look like ours are those names. */
export function foldName(name: string): string {
  return asItLooks(name).toLowerCase().replace(/[_-]/g, '');
}
