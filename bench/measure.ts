/** Small arithmetic for benchmarks: medians, and a ratio against its target. */
import type { BenchRow } from './report.ts';

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
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
