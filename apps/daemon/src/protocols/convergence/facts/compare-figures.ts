/** Figures, dates and units that two files give for the same thing. */
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { FigureFact, UnitFact } from './fact.ts';
import { type Described, isEnough, type Relation } from './same-subject.ts';

/** A month is no fixed number of days, and degrees are rounded. */
const TOLERANCE = 0.02;
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:min|minim|least|minde|mind|moins|menos|meno)$/, /^(?:max|maxim|most|hochs|maxi|plus|massi)$/],
  [
    /^(?:begin|start|from|open|anfan|begin|debut|inici|inizi|comie|offne|abre)$/,
    /^(?:end|until|close|ende|fin|fim|fine|termi|schli|cierr|fecha)$/,
  ],
  [/^(?:width|breit|large|ancho)$/, /^(?:heigh|hohe|haute|alto)$/],
  [/^(?:adult|erwac)$/, /^(?:child|kind|kinde|enfan|nino)$/],
];
/** Of one measure: each may be held against every other. */
const MOST_FACTS = 500;
const MOST_UNITS = 300;

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
  for (const all of Map.groupBy(whole, ({ figure }) => figure.measure).values()) {
    const group = all.toSorted(proseFirst).slice(0, MOST_FACTS);
    const relation = relationOf(group.map((fact) => ({ ...fact, base: fact.figure.base })));
    const needed = neededFor(Math.max(group.length, whole.length / MEASURES));
    for (const { one, other, strength: score } of partners(group, relation)) {
      const strength = score / needed;
      if (strength >= LEAST) pairs++;
      if (isSame(one, other) || isFarApart(one, other, strength)) continue;
      add(found, one, other, strength);
    }
  }
  return { found: [...found.values()], pairs };
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
  const [small, large] = [Math.abs(one.base), Math.abs(other.base)].toSorted((a, b) => a - b) as [
    number,
    number,
  ];
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
function partners(group: readonly FigureFact[], relation: Relation): Pair[] {
  const byFile = [...Map.groupBy(group, ({ path }) => path).values()];
  return byFile.flatMap((mine, index) =>
    byFile.slice(index + 1).flatMap((theirs) => {
      const scored = mine.flatMap((one) =>
        theirs.flatMap((other): Pair[] => {
          const strength = isComparable(one, other) && isEnough(one, other) ? relation(one, other) : 0;
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
function isComparable(one: FigureFact, other: FigureFact): boolean {
  // Two files of one name in two folders describe two things in the same way.
  if (nameOf(one) === nameOf(other)) return false;
  if (one.kind !== 'prose' && other.kind !== 'prose' && !(isTable(one) || isTable(other))) return false;
  if (
    OPPOSITES.some(
      ([low, high]) => (has(one, low) && has(other, high)) || (has(one, high) && has(other, low)),
    )
  ) {
    const isBoth = OPPOSITES.some(([low, high]) => has(one, low) && has(one, high));
    if (!isBoth) return false;
  }
  if (one.isRepeated !== null && other.isRepeated !== null && one.isRepeated !== other.isRepeated)
    return false;
  if (one.figure.measure !== 'number') return true;
  return one.head !== null && one.head === other.head;
}

function nameOf({ path }: FigureFact): string {
  return path.split('/').at(-1) ?? path;
}

function isTable({ path }: FigureFact): boolean {
  return /\.[ct]sv$/i.test(path);
}

function has({ own }: FigureFact, pattern: RegExp): boolean {
  return [...own].some((stem) => pattern.test(stem));
}

function isSame({ figure: one }: FigureFact, { figure: other }: FigureFact): boolean {
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

/** "in euros" here and "in cents" there; a unit declared for a file that nothing else uses. */
export function compareUnits(
  units: readonly UnitFact[],
  figures: readonly FigureFact[],
  relationOf: (group: readonly (Described & { base: number })[]) => Relation,
): Compared {
  const found: Contradiction[] = [];
  const said = units.filter(({ isDeclared }) => !isDeclared).slice(0, MOST_UNITS);
  const relation = relationOf(said.map((fact) => ({ ...fact, base: fact.unit.factor })));
  let pairs = 0;
  for (const [index, one] of said.entries())
    for (const other of said.slice(index + 1)) {
      if (one.path === other.path || one.unit.dimension !== other.unit.dimension) continue;
      const strength = relation(one, other);
      if (strength < 0.5) continue;
      pairs++;
      if (one.unit.name === other.unit.name) continue;
      const claim = `In ${one.word} in ${placeOf(one)}, but in ${other.word} in ${placeOf(other)}.`;
      found.push({ key: keyOf('unit', [one, other]), claim, places: [one, other], strength });
    }
  for (const declared of units.filter(({ isDeclared }) => isDeclared)) {
    const used = figures.filter(
      ({ path, figure }) => path !== declared.path && figure.unit?.dimension === declared.unit.dimension,
    );
    const [first] = used;
    if (first === undefined) continue;
    pairs++;
    if (used.some(({ figure }) => figure.unit?.name === declared.unit.name)) continue;
    const shown = first.figure.unit?.name ?? '';
    const claim = `${declared.word} is the unit of ${placeOf(declared)}, but ${first.figure.shown} (${shown}) stands in ${placeOf(first)}.`;
    found.push({ key: keyOf('unit', [declared]), claim, places: [declared, first], strength: 1 });
  }
  return { found, pairs };
}
