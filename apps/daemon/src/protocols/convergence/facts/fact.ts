/** What a project says in figures and words, with where it says it and what it speaks about. */
import type { Figure, Range } from './figures-in.ts';
import type { PassageKind } from './passages.ts';
import type { Unit } from './units.ts';

export interface Spot {
  path: string;
  line: number;
  kind: PassageKind;
  quote: string;
}

/** What it speaks about, from its own words to those it only stands near. */
export interface Subject {
  own: ReadonlySet<string>;
  near: ReadonlySet<string>;
  far: ReadonlySet<string>;
}

export interface FigureFact extends Spot, Subject {
  figure: Figure;
  /** What a figure without a unit counts or numbers; null where it has a unit. */
  head: string | null;
  /** One of several that are summed up beside it. */
  isPart: boolean;
  /** How often something happens; null where that cannot be told. */
  isRepeated: boolean | null;
  /** "under 8", "more than 8": less or more than it is meant. */
  bound: '<' | '>' | null;
  /** What a figure without a unit measures by its name (`DOOR_DELAY = 2`); null where that cannot be told. */
  implied: string | null;
  /** A value of data or of an example, not of the program itself. */
  isField?: boolean;
  /** "One for every 100": it counts what something is shared out to. */
  isShared: boolean;
}

export interface RangeFact extends Spot, Subject {
  range: Range;
}

/** Bounds in a record of data: `room3: { min: 36, max: 50 }`. */
export interface BoundsFact extends Spot, Subject {
  low: number;
  high: number;
  unit: Unit | null;
  shown: string;
}

/** "in cents", `unit: fahrenheit`: a unit without a figure. */
export interface UnitFact extends Spot, Subject {
  unit: Unit;
  word: string;
  /** It holds for the whole file. */
  isDeclared: boolean;
}

/** A list of the values something may have. */
export interface ListFact extends Spot {
  label: ReadonlySet<string>;
  members: readonly string[];
}

/** One value that something has: `state = "paid"`, `state=paid`. */
export interface UseFact extends Spot {
  key: string;
  value: string;
}

export interface Facts {
  figures: FigureFact[];
  ranges: RangeFact[];
  bounds: BoundsFact[];
  units: UnitFact[];
  lists: ListFact[];
  uses: UseFact[];
}

export const NO_FACTS: Facts = { figures: [], ranges: [], bounds: [], units: [], lists: [], uses: [] };

export function merged(all: readonly Facts[]): Facts {
  return {
    figures: all.flatMap(({ figures }) => figures),
    ranges: all.flatMap(({ ranges }) => ranges),
    bounds: all.flatMap(({ bounds }) => bounds),
    units: all.flatMap(({ units }) => units),
    lists: all.flatMap(({ lists }) => lists),
    uses: all.flatMap(({ uses }) => uses),
  };
}
