/**
 * The noise floor: the same panel on the same page, asked again and again. With mean m and floor f the next composite lies
 * within m ± f in 95 of 100 cases (Student's t, as for one further value).
 */

import { join } from 'node:path';
import type { TrustLine } from '@design-jury/contracts/trust/line';
import { z } from 'zod';
import { readKept } from '../disk/foreign-file.ts';
import { writeOwnFile } from '../home/own-file.ts';
import { PRIVATE_FOLDER } from '../home/rights.ts';
import { makeFolders } from '../make-folders.ts';
import { betaQuantile } from './statistics/beta.ts';

/** Fewer say nothing about a spread. */
export const LEAST_TIMES = 3;
export const MOST_TIMES = 50;

export interface Repeated {
  composite: number | null;
  /** Ids of what was open at its end. */
  open: readonly string[];
}

export interface Noise {
  times: number;
  /** Of those with a composite. */
  judged: number;
  mean: number | null;
  /** Null where fewer than three gave a composite. */
  floor: number | null;
  low: number | null;
  high: number | null;
  /** The middle one: what counts where single ones differ. */
  median: number | null;
  /** How often each must-fix was made; the most frequent first. */
  mustFixes: { id: string; times: number }[];
}

export function noiseOf(runs: readonly Repeated[]): Noise {
  const composites = runs.flatMap(({ composite }) => composite ?? []).sort((a, b) => a - b);
  const counts = new Map<string, number>();
  for (const { open } of runs) for (const id of new Set(open)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return {
    times: runs.length,
    judged: composites.length,
    mean: composites.length === 0 ? null : mean(composites),
    floor: composites.length < LEAST_TIMES ? null : floorOf(composites),
    low: composites[0] ?? null,
    high: composites.at(-1) ?? null,
    median: composites[Math.floor((composites.length - 1) / 2)] ?? null,
    mustFixes: [...counts]
      .map(([id, times]) => ({ id, times }))
      .sort((a, b) => b.times - a.times || (a.id < b.id ? -1 : 1)),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

function floorOf(values: readonly number[]): number {
  const middle = mean(values);
  const freedom = values.length - 1;
  const spread = Math.sqrt(values.reduce((sum, one) => sum + (one - middle) ** 2, 0) / freedom);
  return studentQuantile(freedom) * spread * Math.sqrt(1 + 1 / values.length);
}

/** Two-sided, 95 %. */
export function studentQuantile(freedom: number): number {
  const x = betaQuantile(0.05, freedom / 2, 0.5);
  return Math.sqrt((freedom * (1 - x)) / x);
}

const NoiseSchema = z.object({
  agent: z.string(),
  model: z.string().nullable(),
  floor: z.number().min(0),
  times: z.int(),
  page: z.string(),
  at: z.iso.datetime(),
});
type StoredNoise = z.infer<typeof NoiseSchema>;
const FileSchema = z.object({ version: z.literal(1), noise: z.array(NoiseSchema) });

const FOLDER = 'trust';
const FILE = 'noise.json';
const MAX_BYTES = 1_048_576;
const MOST_KEPT = 200;

/** The newest of each agent and model; a file that cannot be read says nothing. */
export function readNoise(dataDir: string): StoredNoise[] {
  try {
    const bytes = readKept(join(dataDir, FOLDER), FILE, MAX_BYTES);
    return bytes === null ? [] : FileSchema.parse(JSON.parse(new TextDecoder().decode(bytes))).noise;
  } catch {
    return [];
  }
}

export async function keepNoise(dataDir: string, found: StoredNoise): Promise<void> {
  const others = readNoise(dataDir).filter(
    ({ agent, model }) => agent !== found.agent || model !== found.model,
  );
  await makeFolders(join(dataDir, FOLDER), PRIVATE_FOLDER);
  const noise = [...others, found].slice(-MOST_KEPT);
  await writeOwnFile(join(dataDir, FOLDER, FILE), `${JSON.stringify({ version: 1, noise }, null, 2)}\n`);
}

export function noiseFor(dataDir: string, agent: string, model: string | null): TrustLine['noise'] {
  const known = readNoise(dataDir).find((one) => one.agent === agent && one.model === model);
  return known === undefined ? null : { floor: known.floor, times: known.times, agent, model };
}

/** Whether another run of the same panel could as well have said the opposite. */
export function isNear(composite: number, threshold: number, noise: TrustLine['noise']): boolean {
  return noise !== null && Math.abs(composite - threshold) < noise.floor;
}
