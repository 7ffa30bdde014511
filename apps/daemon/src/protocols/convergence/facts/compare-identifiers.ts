/** Names that documents give to fields, settings, functions and routes, held against those the code has. */
import { folded, identifierWords } from '../words.ts';
import type { Compared } from './compare-figures.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { Passage } from './passages.ts';
import { cellsOf, isRow, spotOf } from './read-figures.ts';

interface Identifier {
  passage: Passage;
  shown: string;
  /** Without its case and separators. */
  plain: string;
  words: readonly string[];
}

const MOST_TOLD = 500;
const MOST_KNOWN = 20_000;
const MOST_FOUND = 20;
/** `issued_on`, `issuedOn`, `MAX_ROWS`, `max-rows`: made of parts, as people do not write. */
const PARTED =
  /^(?:--)?[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+$|^[a-z]+(?:[A-Z][a-z0-9]+)+$|^(?:[A-Z][a-z0-9]+){2,}$/;
const MARKED = /`([^`\s]{3,60})`/g;
const BARE =
  /(?<![\p{L}\p{N}_./`-])(?:[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?![\p{L}\p{N}_/`(.-])/gu;
const IN_CODE = /[A-Za-z_][\w]*(?:-[A-Za-z]\w*)*/g;

export function compareIdentifiers(passages: readonly Passage[]): Compared {
  const code = passages.filter(({ kind }) => kind !== 'prose');
  const known = new Map<string, Identifier>();
  for (const passage of code) {
    if (known.size >= MOST_KNOWN) break;
    for (const [shown] of passage.text.matchAll(IN_CODE)) {
      const own = identifierOf(passage, shown);
      if (own.plain.length > 2 && !known.has(own.plain)) known.set(own.plain, own);
    }
  }
  const byWord = new Map<string, Identifier[]>();
  for (const own of known.values())
    for (const word of own.words) byWord.set(word, [...(byWord.get(word) ?? []), own].slice(0, 200));
  const told = new Map<string, Identifier>();
  for (const passage of passages.filter(({ kind }) => kind === 'prose'))
    for (const own of toldIn(passage)) if (!told.has(own.plain)) told.set(own.plain, own);
  const everything = new Set([...told.keys()]);
  const found: Contradiction[] = [];
  let pairs = 0;
  for (const own of [...told.values()].slice(0, MOST_TOLD)) {
    pairs++;
    if (known.has(own.plain)) continue;
    const near = nearest(own, byWord);
    // What the documents name too is another thing.
    if (near === null || everything.has(near.plain)) continue;
    const claim = `${own.shown} in ${placeOf(own.passage)} is nowhere in the code, which has ${near.shown} in ${placeOf(near.passage)}.`;
    const places = [spotOf(own.passage), spotOf(near.passage)];
    found.push({ key: keyOf('identifier', places, own.plain), claim, places, strength: 1 });
  }
  return { found: found.slice(0, MOST_FOUND), pairs };
}

function identifierOf(passage: Passage, shown: string): Identifier {
  const words = folded(identifierWords(shown.replace(/^--/, '')))
    .split(/\s+/)
    .filter((word) => word !== '');
  return { passage, shown, plain: words.join(''), words };
}

/** In code marks, or in the first cell of a row, or of a form that only names have. */
function toldIn(passage: Passage): Identifier[] {
  const marked = [...passage.text.matchAll(MARKED)].map(([, name = '']) => name.replace(/\(.*\)$/, ''));
  const first = isRow(passage) ? [(cellsOf(passage.text)[0] ?? '').replace(/[`*]/g, '')] : [];
  const bare = [...passage.text.matchAll(BARE)].map(([name]) => name);
  return [...new Set([...marked, ...first, ...bare])]
    .filter((name) => PARTED.test(name))
    .map((name) => identifierOf(passage, name));
}

/** All its words but one, in their order, or a slip of the pen. */
function nearest(own: Identifier, byWord: ReadonlyMap<string, readonly Identifier[]>): Identifier | null {
  const rivals = new Set(own.words.flatMap((word) => byWord.get(word) ?? []));
  const near = [...rivals].filter((other) => isNear(own.words, other.words));
  return near.length === 1 ? (near[0] ?? null) : null;
}

function isNear(one: readonly string[], other: readonly string[]): boolean {
  if (one.length < 2 || one.length !== other.length) return false;
  const apart = one.flatMap((word, index) =>
    word === other[index] ? [] : [[word, other[index] ?? ''] as const],
  );
  const [only] = apart;
  if (apart.length !== 1 || only === undefined) return false;
  // A part that numbers or counts tells two things apart.
  return (
    !only.some((word) => /\d/.test(word)) && !OPPOSED.some((pair) => only.every((word) => pair.has(word)))
  );
}

const OPPOSED: readonly ReadonlySet<string>[] = [
  'min max',
  'start end',
  'from to',
  'begin end',
  'in out',
  'read write',
  'open close',
  'created updated',
  'first last',
  'width height',
  'src dest',
  'source target',
  'user password',
  'input output',
  'before after',
  'enable disable',
  'id name',
].map((pair) => new Set(pair.split(' ')));

const ROUTE_TOLD = /(?<![\w./])(GET|POST|PUT|PATCH|DELETE)\s+`?(\/[\w\-/{}:<>.]*)/g;
const ROUTE_MADE =
  /\.(get|post|put|patch|delete)\(\s*["'`](\/[\w\-/{}:<>.]*)["'`]|@(?:\w+\.)?(get|post|put|patch|delete)(?:Mapping)?\(\s*["'](\/[\w\-/{}:<>.]*)["']|Handle(?:Func)?\("(?:(GET|POST|PUT|PATCH|DELETE) )?(\/[\w\-/{}:<>.]*)"/gi;

interface Route {
  passage: Passage;
  method: string;
  path: string;
  shown: string;
}

function route(passage: Passage, method: string, path: string): Route {
  const plain = path.replace(/\{[^}]*\}|:\w+|<[^>]*>/g, '*').replace(/\/$/, '') || '/';
  return {
    passage,
    method: method.toUpperCase(),
    path: plain,
    shown: `${method.toUpperCase()} ${path}`.trim(),
  };
}

/** A route of a document that the code answers by another method, or knows under another path only. */
export function compareRoutes(passages: readonly Passage[]): Compared {
  const made = passages
    .filter(({ kind }) => kind === 'code')
    .flatMap((passage) =>
      [...passage.text.matchAll(ROUTE_MADE)].map((match) =>
        route(passage, match[1] ?? match[3] ?? match[5] ?? '', match[2] ?? match[4] ?? match[6] ?? ''),
      ),
    );
  const told = passages
    .filter(({ kind }) => kind === 'prose')
    .flatMap((passage) =>
      [...passage.text.matchAll(ROUTE_TOLD)].map(([, method = '', path = '']) =>
        route(passage, method, path),
      ),
    );
  if (made.length < 2) return { found: [], pairs: 0 };
  const found = told.slice(0, MOST_TOLD).flatMap((one): Contradiction[] => {
    const same = made.filter(({ path }) => path === one.path);
    if (same.some(({ method }) => method === '' || method === one.method)) return [];
    const [other] = [...same, ...made.filter((rival) => isNearRoute(rival, one))];
    if (other === undefined) return [];
    const claim = `${one.shown} in ${placeOf(one.passage)}, but the code has ${other.shown} in ${placeOf(other.passage)}.`;
    const places = [spotOf(one.passage), spotOf(other.passage)];
    return [{ key: keyOf('route', places, one.path), claim, places, strength: 1 }];
  });
  return { found: found.slice(0, MOST_FOUND), pairs: told.length };
}

function isNearRoute(one: Route, other: Route): boolean {
  const [mine, theirs] = [one.path.split('/'), other.path.split('/')];
  return (
    one.method === other.method &&
    mine.length === theirs.length &&
    mine.filter((part, index) => part !== theirs[index]).length === 1
  );
}
