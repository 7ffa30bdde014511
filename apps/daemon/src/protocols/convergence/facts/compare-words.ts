/** Lists of what is allowed against what is used, and names that are almost the same. */
import { folded, identifierWords } from '../words.ts';
import type { Compared } from './compare-figures.ts';
import { isRole, termsOf } from './concepts.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { ListFact, UseFact } from './fact.ts';
import type { Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';
import { GENERIC } from './same-subject.ts';

const ALIASES = new Map([
  ['jpg', 'jpeg'],
  ['htm', 'html'],
  ['yml', 'yaml'],
  ['tif', 'tiff'],
  ['svg+xml', 'svg'],
]);
const MOST_LISTS = 200;
const LEAST_SHARED = 0.4;
const UNLABELLED_SHARED = 0.6;
const MOST_STATES = 500;

function member(value: string): string {
  const tail = folded(value).split('/').at(-1) ?? '';
  return ALIASES.get(tail) ?? tail.replace(/[\s_-]/g, '');
}

/** A value that is used beside listed ones and is in no list; lists of the same thing with other members. */
export function compareLists(lists: readonly ListFact[], uses: readonly UseFact[]): Compared {
  const found: Contradiction[] = [];
  let pairs = 0;
  const said = lists.filter(({ kind }) => kind === 'prose').slice(0, MOST_LISTS);
  const others = lists.filter(({ kind }) => kind !== 'log').slice(0, 5 * MOST_LISTS);
  const byKey = Map.groupBy(uses, (use) => folded(use.key));
  for (const list of said) {
    const known = new Set(list.members.map(member));
    for (const [key, own] of byKey) {
      const isIt = [...termsOf(identifierWords(key))].some(
        (stem) => list.label.has(stem) && !GENERIC.has(stem),
      );
      if (!isIt || !own.some(({ value }) => known.has(member(value)))) continue;
      pairs++;
      for (const [value, places] of Map.groupBy(own, (use) => use.value)) {
        const [first] = places;
        if (first === undefined || known.has(member(value)) || first.path === list.path) continue;
        const apart = [...new Map(places.map((use) => [use.path, use])).values()];
        const claim = `${key} is ${value} in ${placeOf(first)}; ${placeOf(list)} lists ${list.members.join(', ')}.`;
        found.push({ key: keyOf('state', [list], value), claim, places: [list, ...apart], strength: 1 });
      }
    }
    for (const other of others) {
      if (other.path === list.path) continue;
      const theirs = new Set(other.members.map(member));
      const shared = [...known].filter((one) => theirs.has(one)).length;
      const isLabelled = [...other.label].some(
        (term) => list.label.has(term) && !isRole(term) && !GENERIC.has(term),
      );
      // Lists with little in common are lists of different things.
      const least = Math.min(known.size, theirs.size);
      if (isLabelled ? shared < LEAST_SHARED * least : shared < 2 || shared < UNLABELLED_SHARED * least)
        continue;
      pairs++;
      const gone = list.members.filter((one) => !theirs.has(member(one)));
      const more = other.members.filter((one) => !known.has(member(one)));
      if (gone.length + more.length === 0) continue;
      const claim = `${placeOf(list)} lists ${list.members.join(', ')}, but ${placeOf(other)} has ${other.members.join(', ')}: ${[...gone, ...more].join(', ')} only in one of them.`;
      found.push({ key: keyOf('list', [list, other]), claim, places: [list, other], strength: 1 });
    }
  }
  return { found, pairs };
}

const MARKED =
  /`(\p{L}[\p{L}\p{N}_-]{1,30})`|「([^」\n]{1,20})」|“([^”\n]{2,30})”|"([^"\n]{2,30})"|„([^“”\n]{2,30})[“”]|«\s?([^»\n]{2,30}?)\s?»/gu;
const ENOUGH_SHARED = 1;
const ROLE_SHARED = 0.5;

/** A document names one value of something; the code gives that thing other values and knows this one nowhere. */
export function unknownStates(passages: readonly Passage[], uses: readonly UseFact[]): Compared {
  const found: Contradiction[] = [];
  let pairs = 0;
  const elsewhere = passages
    .filter(({ kind }) => kind !== 'prose')
    .map(({ text }) => folded(text))
    .join('\n');
  if (elsewhere === '') return { found, pairs };
  const states = statesOf(passages, uses);
  for (const passage of passages.filter(({ kind }) => kind === 'prose')) {
    const names = [...passage.text.matchAll(MARKED)].map((match) => ({
      shown: match[0],
      name: match.slice(1).find((one) => one !== undefined) ?? '',
    }));
    const [only] = names;
    if (names.length !== 1 || only === undefined) continue;
    const about = termsOf(passage.text.replaceAll(only.shown, ' '));
    const near = states
      .map((state) => ({ ...state, score: sharedBy(about, state.said) }))
      .filter(({ score }) => score >= ENOUGH_SHARED)
      .toSorted((one, other) => other.score - one.score);
    const [nearest] = near;
    if (nearest === undefined) continue;
    pairs++;
    if (elsewhere.includes(folded(only.name))) continue;
    const claim = `${placeOf(passage)} speaks of ${only.name}, but ${nearest.use.key} in ${placeOf(nearest.use)} is ${nearest.values}.`;
    found.push({
      key: keyOf('unknown', [passage, nearest.use]),
      claim,
      places: [spotOf(passage), nearest.use],
      strength: 1,
    });
  }
  return { found, pairs };
}

function sharedBy(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].reduce(
    (sum, term) => sum + (!other.has(term) || GENERIC.has(term) ? 0 : isRole(term) ? ROLE_SHARED : 1),
    0,
  );
}

interface GivenStates {
  use: UseFact;
  values: string;
  /** What the line speaks about, and the two before it. */
  said: ReadonlySet<string>;
}

/** Lines of code that give something one of its several values. */
function statesOf(passages: readonly Passage[], uses: readonly UseFact[]): GivenStates[] {
  const lines = new Map(passages.map((passage) => [placeOf(passage), passage.text]));
  const byKey = Map.groupBy(
    uses.filter(({ kind, key }) => kind === 'code' && key !== ''),
    ({ path, key }) => `${path}\0${key}`,
  );
  return [...byKey.values()].slice(0, MOST_STATES).flatMap((own) => {
    const values = [...new Set(own.map(({ value }) => value))];
    if (values.length < 2) return [];
    return [...new Map(own.map((use) => [placeOf(use), use])).values()].map((use) => {
      const near = [0, 1, 2].map(
        (back) => lines.get(placeOf({ path: use.path, line: use.line - back })) ?? '',
      );
      return { use, values: values.join(', '), said: termsOf(identifierWords(near.join(' '))) };
    });
  });
}

const NUMBERED = /(?<![\p{L}\p{N}])\+?\d[\d ()/.-]{6,22}\d(?![\p{L}\p{N}])/gu;
const PROPER = /(?<![\p{L}\p{N}_./@-])\p{Lu}\p{L}{4,}(?![\p{L}\p{N}_@])/gu;
const ADDRESS = /[\w.+-]+@[\w-]+\.[\w.-]+\w/g;
const MOST_NAMES = 600;

interface Named extends Pick<Passage, 'path' | 'line'> {
  passage: Passage;
  shown: string;
  plain: string;
  /** The words right before and behind it. */
  beside: readonly string[];
}

/** Names and numbers that differ in one letter or two digits, each in files of its own. */
export function compareNames(passages: readonly Passage[]): Compared {
  const said = passages.filter(({ kind }) => kind !== 'code');
  return both(
    almostSame(said.flatMap(numbersIn), (one, other) => isMistyped(one.plain, other.plain)),
    almostSame(
      said.flatMap(addressesIn),
      (one, other) => one.plain.length > 8 && distance(one.plain, other.plain) <= 2,
    ),
    almostSame(
      // Rows of a table name people too.
      passages.filter(({ kind, path }) => kind === 'prose' || /\.[ct]sv$/i.test(path)).flatMap(properIn),
      isSameName,
    ),
  );
}

function both(...all: readonly Compared[]): Compared {
  return { found: all.flatMap(({ found }) => found), pairs: all.reduce((sum, { pairs }) => sum + pairs, 0) };
}

function almostSame(names: readonly Named[], isAlmost: (one: Named, other: Named) => boolean): Compared {
  const found: Contradiction[] = [];
  const spellings = [...Map.groupBy(names, ({ plain }) => plain).values()].slice(0, MOST_NAMES);
  let pairs = spellings.filter((own) => new Set(own.map(({ path }) => path)).size > 1).length;
  for (const [index, mine] of spellings.entries())
    for (const theirs of spellings.slice(index + 1)) {
      const [one, other] = [mine[0], theirs[0]];
      if (one === undefined || other === undefined || !isAlmost(one, other)) continue;
      if (mine.some(({ path }) => theirs.some((rival) => rival.path === path))) continue;
      pairs++;
      const places = [...mine, ...theirs].map(({ passage }) => spotOf(passage));
      const claim = `${one.shown} in ${placeOf(one)}, but ${other.shown} in ${placeOf(other)}.`;
      found.push({ key: keyOf('name', [one, other], one.plain), claim, places, strength: 1 });
    }
  return { found, pairs };
}

function numbersIn(passage: Passage): Named[] {
  return [...passage.text.matchAll(NUMBERED)].flatMap(([shown]) => {
    const plain = shown.replace(/\D/g, '');
    // Dates and times are compared as such.
    if (plain.length < 8 || /^\d{4}-\d\d-\d\d|^\d\d?[./]\d\d?[./]\d{4}|\d\.\d+\.\d+\.\d/.test(shown))
      return [];
    return [{ path: passage.path, line: passage.line, passage, shown: shown.trim(), plain, beside: [] }];
  });
}

function addressesIn(passage: Passage): Named[] {
  return [...passage.text.matchAll(ADDRESS)].map(([shown]) => ({
    path: passage.path,
    line: passage.line,
    passage,
    shown,
    plain: folded(shown),
    beside: [],
  }));
}

function properIn(passage: Passage): Named[] {
  return [...passage.text.matchAll(PROPER)].map(({ 0: shown, index }) => ({
    path: passage.path,
    line: passage.line,
    passage,
    shown,
    plain: folded(shown),
    beside: [
      /(\p{L}+)[\s"“'`]*$/u.exec(passage.text.slice(0, index))?.[1],
      /^[\s"”'`]*(\p{L}+)/u.exec(passage.text.slice(index + shown.length))?.[1],
    ].flatMap((word) => (word === undefined ? [] : [folded(word)])),
  }));
}

/** As many digits, and two of them wrong or changed about, not at the beginning. */
function isMistyped(one: string, other: string): boolean {
  if (one === other || one.length !== other.length) return false;
  const wrong = [...one].filter((digit, index) => digit !== other[index]).length;
  return wrong <= 2 && one.slice(0, 4) === other.slice(0, 4);
}

/** Endings are grammar; a letter within a name that stands beside the same word is a slip. */
function isSameName(one: Named, other: Named): boolean {
  if (Math.abs(one.plain.length - other.plain.length) > 1 || distance(one.plain, other.plain) > 1)
    return false;
  if (
    one.plain.slice(0, -2) === other.plain.slice(0, -2) ||
    one.plain.startsWith(other.plain) ||
    other.plain.startsWith(one.plain)
  )
    return false;
  return one.beside.some((word) => other.beside.includes(word));
}

/** Letters to change, add, leave out or swap; 3 stands for more. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isEqual = one[i - 1] === other[j - 1];
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isEqual ? 0 : 1));
      if (one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 3) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 3;
}
