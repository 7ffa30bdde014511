/** Figures, dates and units that two files give for the same thing. */
import { isTransposed } from '../../documents/meaning/clash.ts';
import { isRole } from './concepts.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { FigureFact } from './fact.ts';
import { ENDS, UNKNOWN } from './read-figures.ts';
import { type Described, GENERIC, isEnough, type Relation } from './same-subject.ts';
import { isSomeUnit } from './units.ts';

/** A month is no fixed number of days, and degrees are rounded. */
const TOLERANCE = 0.02;
/** Two sides of one thing that are no contradiction. */
const OPPOSITES: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[] = [
  ...ENDS,
  [new Set(['~width']), new Set(['~height'])],
  [new Set(['adult', 'erwac', 'adulo']), new Set(['~child'])],
];
/** How long a door is open is how soon it is closed. */
const LASTING = OPPOSITES.filter(([low]) => !low.has('~open'));
/** Of one measure: each may be held against every other. */
const MOST_FACTS = 500;

export interface Compared {
  found: Contradiction[];
  /** Pairs about the same thing, whether they agree or not. */
  pairs: number;
}

export function compareFigures(
  facts: readonly FigureFact[],
  relationOf: (group: readonly (Described & { base: number })[]) => Relation,
): Compared {
  const found = new Map<string, Contradiction>();
  let pairs = 0;
  const whole = facts.filter(({ isPart }) => !isPart);
  for (const [measure, all] of byMeasure(whole)) {
    const group = all.toSorted(proseFirst).slice(0, MOST_FACTS);
    const relation = relationOf(group.map((fact) => ({ ...fact, base: fact.figure.base })));
    const alone = bonusOf(group, measure);
    const needed = neededFor(Math.max(group.length, whole.length / MEASURES));
    const bound = (one: FigureFact, other: FigureFact): number => {
      const bonus = alone(one, other);
      return bonus > 0 || isEnough(one, other) ? relation(one, other) + bonus : 0;
    };
    for (const { one, other, strength: score } of partners(group, bound)) {
      const strength = score / needed;
      if (strength >= LEAST) pairs++;
      if (isSame(one, other) || isFarApart(one, other, strength)) continue;
      add(found, one, other, strength);
    }
  }
  return { found: [...found.values()], pairs };
}

/** A figure without a unit is held against those of the measure its name speaks of as well. */
function byMeasure(facts: readonly FigureFact[]): Map<string, FigureFact[]> {
  const groups = Map.groupBy(facts, ({ figure }) => figure.measure);
  const bare = facts.filter(({ figure, kind }) => figure.measure === 'number' && kind !== 'prose');
  for (const [measure, group] of groups) {
    if (measure === 'number' || DATED.has(measure) || !group.some(({ kind }) => kind === 'prose')) continue;
    for (const one of bare) if (one.implied === null || one.implied === measure) group.push(one);
  }
  return groups;
}

/** Measures a small project speaks of seldom: where each side has one, they are meant to be the same. */
const SELDOM: ReadonlySet<string> = new Set(['money', 'temperature', 'energy', 'pressure', 'share', 'speed']);
const DATED: ReadonlySet<string> = new Set(['clock', 'date']);
const SAME_ROLE = 0.6;
const ONLY_ONE = 0.7;

/** What speaks for a pair that is the only one of its kind on both sides, documents and the rest. */
function bonusOf(
  group: readonly FigureFact[],
  measure: string,
): (one: FigureFact, other: FigureFact) => number {
  const told = new Map<string, Set<string>>();
  const keyOfFact = (fact: Described): string => {
    const roles = [...fact.own].filter(isRole).toSorted().join(' ');
    // Each document is a side of its own; code and its data are one.
    const side = fact.kind === 'prose' ? fact.path : fact.kind === 'data' ? 'code' : fact.kind;
    return `${side}|${roles}`;
  };
  const isOfMeasure = ({ figure, implied }: FigureFact): boolean =>
    figure.measure === measure || implied === measure;
  for (const fact of group.filter(isOfMeasure)) {
    const key = keyOfFact(fact);
    told.set(key, (told.get(key) ?? new Set()).add(String(fact.figure.base)));
  }
  return (one, other) => {
    const [mine, theirs] = [keyOfFact(one), keyOfFact(other)];
    if (mine.split('|')[1] !== theirs.split('|')[1] || !isOfMeasure(one) || !isOfMeasure(other)) return 0;
    // Two documents may well speak of two things, unless one says only how its figure belongs to what all are about.
    if (
      one.kind === other.kind &&
      (!DATED.has(measure) || ![one, other].some(({ own }) => [...own].every(isRole)))
    )
      return 0;
    if ((told.get(mine)?.size ?? 0) > 1 || (told.get(theirs)?.size ?? 0) > 1) return 0;
    const hasRole = mine.split('|')[1] !== '';
    return hasRole && measure !== 'number' ? SAME_ROLE : SELDOM.has(measure) ? ONLY_ONE : 0;
  };
}

/** Where there is much to compare, some of it fits by chance: then more has to speak for a pair. */
const FEW_FACTS = 20;
/** A project speaks in some four measures: what is rare in it may still be chance. */
const MEASURES = 4;
const LEAST = 0.5;

function neededFor(facts: number): number {
  return Math.max(1, 1 + Math.log2(facts / FEW_FACTS));
}

/** What is a hundred times as much is rather another thing than a slip, unless much else speaks for it. */
const FARTHEST = 60;
const SURE = 1.5;

function isFarApart({ figure: one }: FigureFact, { figure: other }: FigureFact, strength: number): boolean {
  if (strength >= SURE || one.measure === 'date' || one.measure === 'clock') return false;
  // Without a unit only the numbers as they are written can be held against each other.
  const isBare = (one.unit === null) !== (other.unit === null);
  const [small, large] = [one, other]
    .map(({ base, value }) => Math.abs(isBare ? value : base))
    .toSorted((a, b) => a - b) as [number, number];
  return large > FARTHEST * small;
}

const MOST_RIVALS = 3;

interface Pair {
  one: FigureFact;
  other: FigureFact;
  strength: number;
}

function isAgreed({ one, other }: Pair): boolean {
  return isSame(one, other);
}

/** Of two files, each fact with the one it has most in common with, where that holds both ways. */
function partners(
  group: readonly FigureFact[],
  relation: (one: FigureFact, other: FigureFact) => number,
): Pair[] {
  const byFile = [...Map.groupBy(group, ({ path }) => path).values()];
  return byFile.flatMap((mine, index) =>
    byFile.slice(index + 1).flatMap((theirs) => {
      const scored = mine.flatMap((one) =>
        theirs.flatMap((other): Pair[] => {
          const strength = isComparable(one, other) ? relation(one, other) : 0;
          return strength > 0 ? [{ one, other, strength }] : [];
        }),
      );
      const bestOf = new Map<FigureFact, number>();
      for (const { one, other, strength } of scored)
        for (const fact of [one, other]) bestOf.set(fact, Math.max(bestOf.get(fact) ?? 0, strength));
      const best = scored.filter(
        ({ one, other, strength }) => strength === bestOf.get(one) && strength === bestOf.get(other),
      );
      // Where one of several that fit as well agrees, nothing is contradicted; where many fit, none is meant.
      const agreeing = new Set(best.filter(isAgreed).flatMap(({ one, other }) => [one, other]));
      const rivals = new Map<FigureFact, number>();
      for (const { one, other } of best)
        for (const fact of [one, other]) rivals.set(fact, (rivals.get(fact) ?? 0) + 1);
      const isClear = ({ one, other }: Pair): boolean =>
        ![one, other].some((fact) => agreeing.has(fact) || (rivals.get(fact) ?? 0) > MOST_RIVALS);
      return best.filter((pair) => isAgreed(pair) || isClear(pair));
    }),
  );
}

/** What is left out for its number is code, which is held only against documents. */
function proseFirst(one: FigureFact, other: FigureFact): number {
  return Number(other.kind === 'prose') - Number(one.kind === 'prose');
}

/** Documents are held against everything; code and data may well differ from each other on purpose. */
export function isComparable(one: FigureFact, other: FigureFact): boolean {
  // Two files of one name in two folders describe two things in the same way.
  if (nameOf(one) === nameOf(other)) return false;
  if (one.kind !== 'prose' && other.kind !== 'prose' && !(isTable(one) || isTable(other))) return false;
  if (
    (DATED.has(one.figure.measure) ? OPPOSITES : LASTING).some(
      ([low, high]) =>
        (isOnly(one, low, high) && isOnly(other, high, low)) ||
        (isOnly(one, high, low) && isOnly(other, low, high)),
    )
  )
    return false;
  // What a log measures may well be under or over a bound: limits are held against it elsewhere.
  if ((one.kind === 'log' && isBound(other)) || (other.kind === 'log' && isBound(one))) return false;
  const isCounted = one.figure.measure === 'number';
  if (isCounted && one.isShared !== other.isShared && one.kind === 'prose' && other.kind === 'prose')
    return false;
  if (one.isRepeated !== null && other.isRepeated !== null && one.isRepeated !== other.isRepeated)
    return false;
  if (one.figure.measure !== other.figure.measure) return isNamed(one, other) || isNamed(other, one);
  if (one.figure.measure !== 'number') return true;
  if (isNamed(one, other) || isNamed(other, one)) return true;
  if (one.bound !== null && one.bound === other.bound) return true;
  if (one.head === UNKNOWN || other.head === UNKNOWN)
    return [...one.own].some((term) => !isRole(term) && other.own.has(term));
  if (one.head === null || one.head !== other.head) return false;
  if (isTransposed(one.figure.value, other.figure.value)) return true;
  // How many there are and how many one may have are two things, unless more than what is counted is the same.
  const said = new Set([...other.own, ...other.near]);
  const isMore = [...one.own, ...one.near].some(
    (term) => !isRole(term) && !GENERIC.has(term) && term !== one.head && said.has(term),
  );
  return isMore || isBound(one) === isBound(other) || (one.kind === 'prose') !== (other.kind === 'prose');
}

function nameOf({ path }: FigureFact): string {
  return path.split('/').at(-1) ?? path;
}

function isTable({ path }: FigureFact): boolean {
  return /\.[ct]sv$/i.test(path);
}

/** A figure of code without a unit, of what a document speaks about: by its measure, or by all words of its name. */
function isNamed(code: FigureFact, told: FigureFact): boolean {
  if ((code.kind !== 'code' && code.kind !== 'data') || told.kind !== 'prose') return false;
  if (code.figure.measure !== 'number') return false;
  if (code.implied !== null && code.implied === told.figure.measure) return true;
  const things = [...code.own].filter((term) => !isRole(term));
  return things.length > 0 && things.every((term) => told.own.has(term) && !GENERIC.has(term));
}

function isBound({ bound, own }: FigureFact): boolean {
  return bound !== null || own.has('~min') || own.has('~max');
}

function isOnly(fact: FigureFact, terms: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return has(fact, terms) && !has(fact, others);
}

function has({ own }: FigureFact, terms: ReadonlySet<string>): boolean {
  return !own.isDisjointFrom(terms);
}

export function isSame({ figure: one }: FigureFact, { figure: other }: FigureFact): boolean {
  if (one.unit === null && other.unit !== null)
    return isSomeUnit(one.value, other.unit.dimension, other.base);
  if (other.unit === null && one.unit !== null) return isSomeUnit(other.value, one.unit.dimension, one.base);
  const isExact =
    one.measure === 'number' ||
    one.measure === 'date' ||
    one.measure === 'clock' ||
    one.unit?.name === other.unit?.name;
  const apart = Math.abs(one.base - other.base);
  return isExact
    ? apart < 1e-9 * Math.max(1, Math.abs(one.base))
    : apart <= TOLERANCE * Math.max(Math.abs(one.base), Math.abs(other.base));
}

/** What says the same against one fact is one contradiction with several places. */
function add(found: Map<string, Contradiction>, one: FigureFact, other: FigureFact, strength: number): void {
  const [said, against] = one.kind === 'prose' ? [one, other] : [other, one];
  const key = keyOf('figure', [said], `${against.figure.measure}:${against.figure.base}`);
  const known = found.get(key);
  if (known !== undefined) {
    found.set(key, {
      ...known,
      places: [...known.places, against],
      strength: Math.max(known.strength, strength),
    });
    return;
  }
  found.set(key, {
    key,
    claim: `${said.figure.shown} in ${placeOf(said)}, but ${against.figure.shown} in ${placeOf(against)}.`,
    places: [said, against],
    strength,
  });
}
