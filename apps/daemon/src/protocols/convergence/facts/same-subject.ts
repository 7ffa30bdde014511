/**
 * Whether two facts speak of the same thing, in two ways that can disagree. The reader asks how well the words of their
 * clauses tell them apart from the other facts of their own files; the indexer how rare the words they share are in
 * the whole project.
 */
import { isRole, termsOf } from './concepts.ts';
import type { Spot, Subject } from './fact.ts';
import type { Passage } from './passages.ts';

export type Described = Spot & Subject;
/** At least 1: the same. */
export type Relation = (one: Described, other: Described) => number;

const WEIGHTS = { own: 1, near: 0.6, far: 0.3 } as const;
/** Words that stand in every description of software and tell nothing apart. */
export const GENERIC: ReadonlySet<string> = new Set([
  'user',
  'syste',
  'value',
  'numbe',
  'data',
  'item',
  'type',
  'name',
  'file',
  'page',
  'test',
]);

/** Two figures that are both the most of something are not yet of the same thing. */
const ROLE_WEIGHT = 0.4;

function weightOf(term: string, { own, near, far }: Subject): number {
  if (GENERIC.has(term)) return 0.3;
  if (isRole(term)) return own.has(term) ? ROLE_WEIGHT : 0;
  return own.has(term) ? WEIGHTS.own : near.has(term) ? WEIGHTS.near : far.has(term) ? WEIGHTS.far : 0;
}

/** `group`: facts that can be compared with each other, of all files. */
export function byClauses(group: readonly (Described & { base: number })[]): Relation {
  const tellings = new Map<string, Map<string, Set<number>>>();
  for (const { path, own, base } of group) {
    const inFile = tellings.get(path) ?? new Map<string, Set<number>>();
    tellings.set(path, inFile);
    for (const stem of own) inFile.set(stem, (inFile.get(stem) ?? new Set()).add(base));
  }
  const crowd = (path: string, stem: string): number => Math.max(1, tellings.get(path)?.get(stem)?.size ?? 1);
  return (one, other) => {
    let score = 0;
    for (const stem of stemsIn(one)) {
      const weight = Math.min(weightOf(stem, one), weightOf(stem, other));
      if (weight > 0) score += weight / Math.max(crowd(one.path, stem), crowd(other.path, stem));
    }
    return score;
  };
}

const RARE_LINES = 4;
const RARE_SHARE = 0.05;

/** How often a term stands in a project, as a share of what is rare in it: 1 and less is rare. */
export function rarityOf(passages: readonly Passage[]): (term: string) => number {
  const lines = new Map<string, number>();
  const seen = new Set<string>();
  let all = 0;
  for (const { path, kind, text } of passages) {
    if (kind !== 'log') all++;
    for (const stem of termsOf(text)) {
      // Logs repeat themselves: each of their words counts once for a file.
      if (kind === 'log' && seen.has(`${path}\0${stem}`)) continue;
      seen.add(`${path}\0${stem}`);
      lines.set(stem, (lines.get(stem) ?? 0) + 1);
    }
  }
  const rare = Math.max(RARE_LINES, all * RARE_SHARE);
  return (term) => (lines.get(term) ?? 1) / rare;
}

export function byRareWords(rarity: (term: string) => number): Relation {
  return (one, other) => {
    let score = 0;
    for (const stem of stemsIn(one)) {
      if (isRole(stem)) {
        score += Math.min(weightOf(stem, one), weightOf(stem, other));
        continue;
      }
      if (GENERIC.has(stem) || weightOf(stem, one) < WEIGHTS.near || weightOf(stem, other) < WEIGHTS.near)
        continue;
      const often = rarity(stem);
      score += often <= 1 ? 1 : often <= 2 ? 0.5 : 0.2;
    }
    return score;
  };
}

/** A long sentence shares some words with any other: they must be a good part of what the shorter one says. */
const SHARE_OF_PROSE = 0.3;
const SHARE_OF_CODE = 0.2;

export function isEnough(one: Described, other: Described): boolean {
  const shared = stemsIn(one).filter(
    (stem) =>
      !GENERIC.has(stem) &&
      Math.min(weightOf(stem, one), weightOf(stem, other)) >= (isRole(stem) ? ROLE_WEIGHT : WEIGHTS.near),
  ).length;
  const said = [one, other].filter(({ kind }) => kind === 'prose' || kind === 'log');
  const shortest = Math.max(
    1,
    Math.min(...(said.length > 0 ? said : [one, other]).map(({ own }) => lengthOf(own))),
  );
  return shared / shortest >= (said.length === 2 ? SHARE_OF_PROSE : SHARE_OF_CODE);
}

/** Pairs of signs overlap: three of them are about one word. */
function lengthOf(terms: ReadonlySet<string>): number {
  const pairs = [...terms].filter((term) =>
    /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]/u.test(term),
  );
  return terms.size - (2 / 3) * pairs.length;
}

/** Each fact is held against many others. */
const STEMS = new WeakMap<Subject, readonly string[]>();

function stemsIn(subject: Subject): readonly string[] {
  const known = STEMS.get(subject) ?? [...new Set([...subject.own, ...subject.near, ...subject.far])];
  STEMS.set(subject, known);
  return known;
}
