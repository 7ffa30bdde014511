/** What an agent may make of a text while it repeats it, and whether something is true of any of it. */
import { decodeHTML } from 'entities';

/** Something may be escaped again, and again. */
const MAX_LAYERS = 8;
/** Texts inside of texts, each written down in letters and figures. */
const MAX_NESTED = 3;
/** Of all readings of one text. A page of the largest size has some ten of them. */
const MAX_READ_CHARS = 64 * 1_048_576;

/**
 * Whether it is true of something an agent may make of a text: its letters as they look, under each layer of escapes,
 * with the markup and without it, and what is written down in base64 or in figures, there too. Also where there is more
 * of that than anybody reads: then nobody can tell.
 */
export function anyReading(text: string, isSo: (reading: string) => boolean): boolean {
  const seen = new Set<string>();
  let read = 0;
  const look = (reading: string): boolean => {
    if (seen.has(reading)) return false;
    seen.add(reading);
    read += reading.length;
    return read > MAX_READ_CHARS || isSo(visible(reading));
  };
  const lookInto = (one: string, nested: number): boolean => {
    for (const layer of layersOf(one)) {
      if (look(layer)) return true;
      // Words that elements and comments cut apart are whole on the screen.
      for (const bare of layersOf(withoutTags(layer))) if (look(bare)) return true;
      if (nested === MAX_NESTED) continue;
      for (const held of heldIn(layer)) if (!seen.has(held) && lookInto(held, nested + 1)) return true;
    }
    return false;
  };
  return lookInto(text, 0);
}

function* layersOf(text: string): Generator<string> {
  let layer = text;
  for (let i = 0; i <= MAX_LAYERS; i++) {
    yield layer;
    const below = unescaped(layer);
    if (below === layer) return;
    layer = below;
  }
}

/** What fills up its last word says nothing, and stands in addresses. */
const NOT_BASE64 = /[^A-Za-z0-9+/_-]+/;
const NOT_HEX = /[^0-9a-f\s:,]+/i;
/** As mails write what is not plain; the sign of it is a bracket. */
const MAIL = /=3C/i;
/** The same in seven bits. */
const SEVEN_BITS = /\+A[CD][A-Za-z0-9]/;
const SHORTEST_HELD = 24;
const SHORTEST_LINE = 16;
/** Text that runs the other way. */
const TURNED = /[\u202d\u202e]/;

/** What stands in a text under another way to write letters down, each way in one piece. */
function heldIn(text: string): string[] {
  const base64 = [...text.split(NOT_BASE64), ...linesOf(text)]
    .filter(({ length }) => length >= SHORTEST_HELD)
    .flatMap((word) => [word, ...betweenDashes(word)]);
  const hex = text
    .split(NOT_HEX)
    .map((figures) => figures.replace(/[^0-9a-f]+/gi, ''))
    .filter(({ length }) => length >= 2 * SHORTEST_HELD);
  return [
    base64.map((word) => Buffer.from(word, 'base64').toString('utf8')).join('\n'),
    // A figure of something else may stand in front.
    ...[0, 1].map((from) =>
      hex.map((one) => Buffer.from(one.slice(from), 'hex').toString('utf8')).join('\n'),
    ),
    MAIL.test(text)
      ? text.replace(/=\r?\n/g, '').replace(/=([0-9a-f]{2})/gi, (_, hex) => characterOf(hex))
      : '',
    SEVEN_BITS.test(text) ? text.replace(/\+([A-Za-z0-9+/]{2,4000})-?/g, (_, word) => bigEndian(word)) : '',
    TURNED.test(text) ? Array.from(text).reverse().join('') : '',
  ].filter((held) => held !== '');
}

/** One of its letters may also be a dash between names and words, as in `data-…`. */
function betweenDashes(word: string): string[] {
  const dash = word.indexOf('-');
  if (dash === -1) return [];
  return [word.slice(dash + 1), ...word.split('-')].filter(({ length }) => length >= SHORTEST_HELD);
}

/** Words in base64 that are broken into lines. */
function linesOf(text: string): string[] {
  const joined: string[] = [];
  let lines: string[] = [];
  for (const line of [...text.split(/\s+/), '']) {
    const word = line.replace(/={1,2}$/, '');
    if (word.length >= SHORTEST_LINE && !NOT_BASE64.test(word)) {
      lines.push(word);
      continue;
    }
    if (lines.length > 1) joined.push(lines.join(''));
    lines = [];
  }
  return joined;
}

function bigEndian(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  return bytes
    .subarray(0, bytes.length - (bytes.length % 2))
    .swap16()
    .toString('utf16le');
}

function characterOf(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

function withoutTags(text: string): string {
  return withoutComments(text).replace(/<\/?[a-z][^<>]*>/gi, '');
}

/** One that is not closed is left, and nothing looks for its end twice. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf('<!--', from);
    const end = start === -1 ? -1 : text.indexOf('-->', start);
    if (end === -1) break;
    kept.push(text.slice(from, start));
    from = end + 3;
  }
  return kept.length === 0 ? text : kept.join('') + text.slice(from);
}

/** Letters as a reader sees them: full width, styled, with nothing between them. */
function visible(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}\p{Cc}]+/gu, (run) => (/\s/.test(run) ? ' ' : ''))
    .replace(/[СсΙІіΡРрΑАаΤТтΕЕеΝНһΜМΟОоSѕ]/gu, (letter) => LOOKALIKES[letter] ?? letter);
}

const LOOKALIKES: Readonly<Record<string, string>> = {
  С: 'C',
  с: 'c',
  Ι: 'I',
  І: 'I',
  і: 'i',
  Ρ: 'P',
  Р: 'P',
  р: 'p',
  Α: 'A',
  А: 'A',
  а: 'a',
  Τ: 'T',
  Т: 'T',
  т: 't',
  Ε: 'E',
  Е: 'E',
  е: 'e',
  Ν: 'N',
  Н: 'H',
  һ: 'h',
  Μ: 'M',
  М: 'M',
  Ο: 'O',
  О: 'O',
  о: 'o',
  ѕ: 's',
};

/** Of entities, of a script, a style or an address. */
function unescaped(text: string): string {
  return decodeHTML(text)
    .replace(/(?:%[0-9a-f]{2}){1,4000}/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
    )
    .replace(/\\u\{?([0-9a-f]{2,6})\}?|\\x([0-9a-f]{2})|\\([0-9a-f]{2,6}) ?/gi, (whole, ...figures) => {
      const [u, x, mark] = figures as (string | undefined)[];
      const point = mark === undefined ? Number.parseInt(u ?? x ?? '', 16) : markedPoint(mark);
      return isLetter(point) ? String.fromCodePoint(point) : whole;
    })
    .replace(/\\([nrt])/g, ' ')
    .replace(/\\([<>/"'])/g, '$1');
}

/** `\74` of a script, or `\3c ` of a style. */
function markedPoint(figures: string): number {
  const octal = /^[0-7]{2,3}$/.test(figures) ? Number.parseInt(figures, 8) : 0;
  return isLetter(octal) ? octal : Number.parseInt(figures, 16);
}

function isLetter(point: number): boolean {
  return point > 0x1f && point < 0x11_0000;
}
