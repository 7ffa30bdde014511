/** What the foundation documents state, by the names people give such things. Nothing is concluded, nothing added. */
import type { FoundationDocs } from '../content-store.ts';
import { type FactName, NAMES, nameOf } from './fact-names.ts';
import { measuredIn, termsIn } from './material.ts';
import { readVoice, type Voice } from './voice.ts';

export type Facts = Record<FactName, readonly string[]> & {
  /** Every word of the documents, for telling what they do not say. The voice says how, and claims nothing. */
  text: string;
  voice: Voice;
  /** The voice as it is written. */
  voiceText: string;
};

const PAIR =
  /^\s*(?:[-*+]|\d+[.)])?\s*(?:\*\*|__)?([\p{L}][\p{L}\p{N} '’()/&-]{0,60}?)(?:\*\*|__)?\s*(?:[:：=]|\s-(?=\s))\s*(?:\*\*|__)?\s*(.*)$/u;
/** A line that begins with a name of its own goes on with nothing. */
const OTHER_PAIR =
  /^\s*(?:\*\*|__)?\p{L}[\p{L}\p{N}'’]*(?: [\p{L}\p{N}'’]+){0,7}(?:\*\*|__)?\s?(?:[:：](?:\s|$)|：|(?<=[\p{Script=Han}\p{Script=Katakana}]):)/u;
const HEADING = /^(#{1,6})\s+(.{1,120}?)\s*#*\s*$/;
const BULLET = /^\s*(?:[-*+]|\d+[.)])\s+/;
const MAX_VALUES = 40;
/** More than a reader holds in mind at once is no proof any more. */
const MOST_PROOF = 6;
/** Blanks in a row say no more than these, and patterns that skip blanks would try each of them in turn. */
const MOST_BLANKS = 20;
const LONG_BLANK = new RegExp(`[^\\S\\n]{${MOST_BLANKS + 1},}`, 'g');

export function readFacts(docs: FoundationDocs): Facts {
  const said = new Map<string, string[]>();
  const add = (name: string, text: string): void => {
    const list = said.get(name) ?? [];
    for (const value of split(text)) if (list.length < MAX_VALUES) list.push(value);
    said.set(name, list);
  };
  for (const doc of Object.values(docs)) {
    const text = doc.replace(LONG_BLANK, ' '.repeat(MOST_BLANKS));
    readPairs(text, add);
    readStatement(text, (name, value) => {
      // What is stated by its name is meant; a sentence only fills gaps.
      if (!NAMES[name].some((alias) => said.has(alias))) add(NAMES[name][0], value);
    });
  }
  const facts = Object.fromEntries(
    Object.entries(NAMES).map(([name, aliases]) => [
      name,
      [...new Set(aliases.map((alias) => said.get(alias) ?? []).find((list) => list.length > 0) ?? [])],
    ]),
  ) as Record<FactName, string[]>;
  // Keywords are a list by nature; commas part them too.
  facts.keywords = facts.keywords.flatMap((value) => value.split(/\s*,\s*/)).filter((value) => value !== '');
  const { 'brand-voice': voice = '', research = '', keywords = '', ...stated } = docs;
  facts.keywords = [...new Set([...facts.keywords, ...termsIn(keywords)])];
  facts.proof = [...new Set([...facts.proof, ...measuredIn(research)])].slice(0, MOST_PROOF);
  return {
    ...facts,
    text: [...Object.values(stated), research, keywords].join('\n'),
    voice: readVoice(voice),
    voiceText: voice,
  };
}

/** `Key: value` on a line, what stands below a heading that is the key, or a table with the key at its head or side. */
function readPairs(text: string, add: (name: string, value: string) => void): void {
  let under: { name: string; level: number } | null = null;
  /** What was begun and may go on in the next line. */
  let open: { name: string; text: string } | null = null;
  let part = '';
  let columns: (string | null)[] | null = null;
  const close = (): void => {
    if (open !== null) add(open.name, open.text);
    open = null;
  };
  const lines = text.split(/\r?\n/);
  const widest = Math.min(MOST_WRAPPED, Math.max(...lines.map(({ length }) => length)));
  for (const [at, line] of lines.entries()) {
    const cells = cellsOf(line);
    if (cells !== null) {
      close();
      columns = readRow(cells, columns, add);
      continue;
    }
    columns = null;
    const heading = HEADING.exec(line);
    if (heading !== null) {
      close();
      const [, marks = '', title = ''] = heading;
      const name = nameOf(title);
      if (name !== null) under = { name, level: marks.length };
      else if (under !== null && marks.length <= under.level) under = null;
      // A heading below the key names one of its values.
      part = name === null && under !== null ? title : '';
      continue;
    }
    const pair = PAIR.exec(line);
    const name = pair === null || (pair[2] ?? '').startsWith('//') ? null : nameOf(pair[1] ?? '');
    if (pair !== null && name !== null) {
      close();
      const value = (pair[2] ?? '').trim();
      if (value === '') under = { name, level: 7 };
      else open = { name, text: value };
      continue;
    }
    const value = line
      .replace(BULLET, '')
      .replace(/^\s*>\s?/, '')
      .trim();
    if (value === '') close();
    else if (open !== null && (OTHER_PAIR.test(line) || isAnother(line, lines[at - 1] ?? '', widest)))
      close();
    else if (open !== null && !BULLET.test(line)) open.text += ` ${value}`;
    else if (under !== null) {
      close();
      open = { name: under.name, text: part === '' ? value : `${part}: ${value}` };
      part = '';
    } else close();
  }
  close();
}

/** Nobody breaks lines below so many signs, and nobody who breaks them lets them be longer than so many. */
const LEAST_WRAPPED = 40;
const MOST_WRAPPED = 120;

/** A line that would have had room in the one before it was not broken there: it is another statement. */
function isAnother(line: string, before: string, widest: number): boolean {
  if (!/^\p{Lu}/u.test(line)) return false;
  const [word = ''] = line.split(/\s/, 1);
  const needed = before.trimEnd().length + 1 + word.length;
  return needed <= Math.max(LEAST_WRAPPED, widest);
}

function cellsOf(line: string): string[] | null {
  const row = line.trim();
  if (!row.startsWith('|') || !row.endsWith('|') || row.length < 3) return null;
  return row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

/** The first row names the columns; where it names none that is known, each row's first cell names the second. */
function readRow(
  cells: readonly string[],
  columns: (string | null)[] | null,
  add: (name: string, value: string) => void,
): (string | null)[] {
  if (columns === null) return cells.map(nameOf);
  if (cells.every((cell) => /^:?-{2,}:?$/.test(cell))) return columns;
  if (columns.some((name) => name !== null)) {
    for (const [index, name] of columns.entries())
      if (name !== null && (cells[index] ?? '') !== '') add(name, cells[index] ?? '');
  } else {
    const [key = '', value = ''] = cells;
    const name = nameOf(key);
    if (name !== null && value !== '') add(name, value);
  }
  return columns;
}

const LONGEST_PART = 300;

/** `For A who B, P is a C that V. Unlike X, it U.`: the sentence positioning is taught with. */
function readStatement(text: string, add: (name: FactName, value: string) => void): void {
  const prose = text.replace(/[*_`>]/g, '').replace(/\s+/g, ' ');
  const between = (from: number, word: string): { value: string; end: number } | null => {
    const at = prose.indexOf(word, from);
    return at === -1 || at - from > LONGEST_PART || at === from
      ? null
      : { value: prose.slice(from, at).trim(), end: at + word.length };
  };
  for (
    let at = prose.indexOf('For '), tries = 0;
    at !== -1 && tries < 20;
    at = prose.indexOf('For ', at + 1), tries++
  ) {
    const audience = between(at + 4, ' who ');
    const need = audience === null ? null : between(audience.end, ', ');
    const product = need === null ? null : between(need.end, ' is ');
    const category = product === null ? null : between(product.end, ' that ');
    const value = category === null ? null : between(category.end, '.');
    if (audience === null || product === null || category === null || value === null) continue;
    add('audience', audience.value);
    add('product', product.value.replace(/^(?:the|our)\s+/i, ''));
    add('category', category.value.replace(/^an?\s+/i, ''));
    // A verb phrase; with its subject it is a sentence.
    add('value', `${product.value.replace(/^(?:the|our)\s+/i, '')} ${value.value}`);
    const unlike = prose.slice(value.end).trimStart();
    const comma = unlike.startsWith('Unlike ') ? unlike.indexOf(', ') : -1;
    if (comma === -1 || comma > LONGEST_PART) return;
    add('alternatives', unlike.slice('Unlike '.length, comma));
    const [rest = ''] = unlike.slice(comma + 2, comma + 2 + LONGEST_PART).split('.');
    add('unique', rest.replace(new RegExp(`^(?:it|we|our product|${escaped(product.value)})\\s+`, 'i'), ''));
    return;
  }
}

function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N} ]/gu, '\\$&');
}

function split(text: string): string[] {
  return text
    .split(/\s*;\s*/)
    .map((part) => part.replace(/[*_`]{1,3}/g, '').trim())
    .filter((part) => part !== '');
}
