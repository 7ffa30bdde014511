/** Says a message in a language. Pure. */
import type { Catalogue, Said, SaidValue } from './message.ts';
import { type Reader, readerOf } from './read.ts';

const NUMBER = /^[-+]?\d+(?:\.(\d+))?$/;
/** Between several messages, and between two sentences; part of every catalogue. */
const BETWEEN = 'mark/between';
const SPACE = 'mark/space';

/** Null where the language has no such message: the English text stands then. */
export function say(language: string, words: Catalogue, { id, values }: Said): string | null {
  const message = words[id];
  if (message === undefined) return null;
  const form = typeof message === 'string' ? message : formFor(language, message, values);
  let isWhole = true;
  const text = form.replace(/\{(\w+)[#!:@~*-]?\w*\}/g, (_, name: string) => {
    const said = valueIn(language, words, values[name] ?? '');
    isWhole &&= said !== null;
    return said ?? '';
  });
  return isWhole ? text : null;
}

function formFor(
  language: string,
  { by, one, other }: Exclude<Catalogue[string], string>,
  values: Said['values'],
): string {
  const isOne = new Intl.PluralRules(language).select(Number(values[by])) === 'one';
  return isOne ? (one ?? other) : other;
}

function valueIn(language: string, words: Catalogue, value: SaidValue): string | null {
  if (typeof value === 'string') return figure(language, value);
  if (!isList(value)) return inside(say(language, words, value), value.bare === true);
  const all = value.map((one) => say(language, words, one));
  return all.includes(null) ? null : all.join(markOf(words, BETWEEN));
}

function inside(text: string | null, bare: boolean): string | null {
  return bare ? (text?.replace(/[.。]$/, '') ?? null) : text;
}

function isList(value: Exclude<SaidValue, string>): value is readonly Said[] {
  return Array.isArray(value);
}

function markOf(words: Catalogue, id: string): string {
  const mark = words[id];
  return typeof mark === 'string' ? mark : ' ';
}

/** With the decimals it was written with: 4.50 is a measurement of two. */
function figure(language: string, text: string): string {
  const found = NUMBER.exec(text);
  if (found === null) return text;
  const digits = found[1]?.length ?? 0;
  return digits === 0
    ? text
    : new Intl.NumberFormat(language, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping: false,
      }).format(Number(text));
}

/** Texts are shown again and again while a page is drawn. */
const MOST_KEPT = 2_000;

/** A text of the jury in a language; a text that nobody of us said, and one without a message, as it is. */
export function translator(
  language: string,
  english: Catalogue,
  words: Catalogue,
  sentences?: readonly string[],
): (text: string) => string {
  const read = readerOf(english, sentences);
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const shown = translated(language, words, read, text);
    if (known.size >= MOST_KEPT) known.clear();
    known.set(text, shown);
    return shown;
  };
}

function translated(language: string, words: Catalogue, read: Reader, text: string): string {
  const said = read(text)?.map((one) => say(language, words, one));
  return said === undefined || said.includes(null) ? text : said.join(markOf(words, SPACE));
}
