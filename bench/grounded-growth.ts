/**
 * How the time of a review grows with the size of the page. Twice: measuring alone with every element measured, and
 * a whole review (measure, fix, measure again) within the bound that users get. Each size in a process of its own, by
 * the time that process computed, per element that was measured: 1 is linear. `npm run bench -- grounded-growth`.
 */
import { execFile } from 'node:child_process';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BenchRow } from './report.ts';
import type { Grown } from './review/growth.ts';

const SCRIPT = join(dirname(fileURLToPath(import.meta.url)), 'review/growth.ts');
const SIZES = [1_000, 5_000, 10_000, 20_000, 50_000];
/** Small pages are short, so they are taken more often. */
const REPEATS = [7, 3, 1, 1, 1];
const MOST_OVER_LINEAR = 1.3;

export async function run(): Promise<BenchRow[]> {
  return [
    ...(await growthOf('every element measured', 'every')),
    ...(await growthOf('a review within the bound', 'bound')),
    { name: 'growth: load average at the end', value: loadavg()[0] ?? 0, unit: '' },
  ];
}

async function growthOf(name: string, mode: 'every' | 'bound'): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  let base: number | null = null;
  for (const [index, size] of SIZES.entries()) {
    const { cpuMs, wallMs, measured, peakMb } = await grown(mode, size, REPEATS[index] ?? 1);
    const perElement = cpuMs / measured;
    const part = measured < size * 0.9 ? `, the first ${count(measured)} measured` : '';
    const about = `${(wallMs / 1000).toFixed(1)} s by the clock, ${peakMb.toFixed(0)} MB`;
    const row: BenchRow = {
      name: `growth: ${name}, ${count(size)} nodes${part} (${about})`,
      value: cpuMs,
      unit: 'ms of CPU',
    };
    if (base === null) {
      base = perElement;
      rows.push(row);
      continue;
    }
    const ratio = perElement / base;
    const target = `at most ${MOST_OVER_LINEAR}`;
    rows.push({ ...row, ratio, anchor: 'linear', target, met: ratio <= MOST_OVER_LINEAR });
  }
  return rows;
}

async function grown(mode: string, size: number, times: number): Promise<Grown> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=8192',
    SCRIPT,
    mode,
    String(size),
    String(times),
  ]);
  return JSON.parse(stdout) as Grown;
}

function count(value: number): string {
  return value.toLocaleString('en');
}
