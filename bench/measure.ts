/** Small arithmetic for benchmarks: medians with their interval, and a ratio against its target. */
import type { BenchRow } from './report.ts';

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Holds the true median 19 times in 20, whatever the values are distributed like: two of them, by their rank. */
export function medianInterval(values: readonly number[]): [low: number, high: number] {
  const sorted = values.toSorted((a, b) => a - b);
  const reach = 0.98 * Math.sqrt(sorted.length);
  const low = Math.max(0, Math.floor(sorted.length / 2 - reach));
  const high = Math.min(sorted.length - 1, Math.ceil(sorted.length / 2 + reach) - 1);
  return [sorted[low] ?? Number.NaN, sorted[high] ?? Number.NaN];
}

/** A row that knows whether its target was met; without a target it only informs. */
export function compare(
  name: string,
  value: number,
  unit: string,
  target?: number,
  bound: 'at least' | 'at most' = 'at least',
): BenchRow {
  if (target === undefined) return { name, value, unit };
  const met = bound === 'at least' ? value >= target : value <= target;
  return { name, value, unit, target: `${bound} ${target}`, met };
}
