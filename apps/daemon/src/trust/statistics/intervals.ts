/** Intervals for a share that was counted: Wilson's, and Clopper and Pearson's, which never claims too much. Pure. */
import { betaQuantile } from './beta.ts';

export interface Interval {
  low: number;
  high: number;
}

/** Two-sided. */
const CONFIDENCE = 0.95;
/** Of the normal distribution, for `CONFIDENCE`. */
const Z = 1.959963984540054;

export function wilson(hits: number, of: number, z: number = Z): Interval {
  if (of === 0) return { low: 0, high: 1 };
  const share = hits / of;
  const shrink = 1 + z ** 2 / of;
  const middle = (share + z ** 2 / (2 * of)) / shrink;
  const half = (z / shrink) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  // At the ends the arithmetic leaves dust where the bound is exact.
  return {
    low: hits === 0 ? 0 : Math.max(0, middle - half),
    high: hits === of ? 1 : Math.min(1, middle + half),
  };
}

export function clopperPearson(hits: number, of: number, confidence: number = CONFIDENCE): Interval {
  if (of === 0) return { low: 0, high: 1 };
  const tail = (1 - confidence) / 2;
  return {
    low: hits === 0 ? 0 : betaQuantile(tail, hits, of - hits + 1),
    high: hits === of ? 1 : betaQuantile(1 - tail, hits + 1, of - hits),
  };
}
