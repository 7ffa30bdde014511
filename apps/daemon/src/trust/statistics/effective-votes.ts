/**
 * How many independent votes the votes of a panel are worth (Kish): n judges whose errors are correlated by ρ on average tell
 * as much as n / (1 + (n − 1) ρ) independent ones. Pure.
 */
import type { Interval } from './intervals.ts';

/** What each judge said of each item, a row per judge: an error (0 or 1), or a score. Null where it said nothing. */
type Said = readonly Row[];

export interface EffectiveVotes extends Interval {
  judges: number;
  votes: number;
  /** Mean over the pairs whose correlation is defined. */
  correlation: number;
  /** Null where a judge never differed, or two were never asked of the same. */
  pairs: (number | null)[][];
  items: number;
}

/** Fewer say nothing about how judges go together. */
const LEAST_ITEMS = 8;

/** Null where fewer than two judges were asked of enough, or no pair of them ever differed. */
export function effectiveVotes(said: Said): EffectiveVotes | null {
  const judges = said.length;
  const items = Math.max(0, ...said.map((row) => row.length));
  if (judges < 2 || items < LEAST_ITEMS) return null;
  const pairs = said.map((one, i) => said.map((other, j) => (i === j ? 1 : correlation(one, other))));
  const correlationOf = meanOfPairs(pairs);
  if (correlationOf === null) return null;
  const interval = jackknife(said, correlationOf);
  return {
    judges,
    votes: kish(judges, correlationOf),
    correlation: correlationOf,
    pairs,
    items,
    ...interval,
  };
}

/** Never more than there are judges, never less than one: errors that cancel are no further judge. */
export function kish(judges: number, correlation: number): number {
  const rho = Math.min(1, Math.max(0, correlation));
  return judges / (1 + (judges - 1) * rho);
}

/** What a correlation is made of: sums over the items both were asked of. */
interface Sums {
  n: number;
  x: number;
  y: number;
  xx: number;
  yy: number;
  xy: number;
}

const NO_SUMS: Sums = { n: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 };

type Row = readonly (number | null)[];

/** One for each block of items; block k has the items k, k + blocks, k + 2 × blocks and so on. */
function sumsOf(one: Row, other: Row, blocks: number): Sums[] {
  const sums = Array.from({ length: blocks }, () => ({ ...NO_SUMS }));
  for (const [index, x] of one.entries()) {
    const y = other[index];
    const sum = sums[index % blocks];
    if (x === null || y === null || y === undefined || sum === undefined) continue;
    sum.n += 1;
    sum.x += x;
    sum.y += y;
    sum.xx += x * x;
    sum.yy += y * y;
    sum.xy += x * y;
  }
  return sums;
}

function together(sums: readonly Sums[]): Sums {
  const whole = { ...NO_SUMS };
  for (const sum of sums) add(whole, sum, 1);
  return whole;
}

function add(to: Sums, sum: Sums, times: number): void {
  to.n += times * sum.n;
  to.x += times * sum.x;
  to.y += times * sum.y;
  to.xx += times * sum.xx;
  to.yy += times * sum.yy;
  to.xy += times * sum.xy;
}

/** Pearson's. */
function pearson({ n, x, y, xx, yy, xy }: Sums): number | null {
  if (n < 2) return null;
  const [spreadX, spreadY] = [xx - x ** 2 / n, yy - y ** 2 / n];
  if (spreadX <= DUST || spreadY <= DUST) return null;
  return Math.min(1, Math.max(-1, (xy - (x * y) / n) / Math.sqrt(spreadX * spreadY)));
}

export function correlation(one: Row, other: Row): number | null {
  return pearson(together(sumsOf(one, other, 1)));
}

/** Below this a difference is arithmetic. */
const DUST = 1e-12;

function meanOfPairs(pairs: readonly (readonly (number | null)[])[]): number | null {
  let sum = 0;
  let count = 0;
  for (const [i, row] of pairs.entries())
    for (const value of row.slice(i + 1)) {
      if (value === null) continue;
      sum += value;
      count += 1;
    }
  return count === 0 ? null : sum / count;
}

const Z = 1.959963984540054;
/** Left out one after the other. */
const MOST_BLOCKS = 50;

/** Of the mean correlation, by leaving out one block of items after the other; then of the votes it makes. */
function jackknife(said: Said, whole: number): Interval {
  const judges = said.length;
  const blocks = Math.min(MOST_BLOCKS, ...said.map((row) => row.length));
  const pairs = said.flatMap((one, i) =>
    said.slice(i + 1).map((other) => {
      const sums = sumsOf(one, other, blocks);
      return { sums, all: together(sums) };
    }),
  );
  const estimates: number[] = [];
  for (let block = 0; block < blocks; block += 1) {
    const left = pairs.flatMap(({ sums, all }) => {
      const rest = { ...all };
      add(rest, sums[block] ?? NO_SUMS, -1);
      return pearson(rest) ?? [];
    });
    if (left.length > 0) estimates.push(left.reduce((sum, one) => sum + one, 0) / left.length);
  }
  if (estimates.length < 2) return { low: 1, high: judges };
  const mean = estimates.reduce((sum, one) => sum + one, 0) / estimates.length;
  const squares = estimates.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const error = Math.sqrt(((estimates.length - 1) / estimates.length) * squares);
  return { low: kish(judges, whole + Z * error), high: kish(judges, whole - Z * error) };
}
