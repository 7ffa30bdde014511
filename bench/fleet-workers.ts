/** What a second worker adds: the same runs of an agent that mostly waits, with one worker process and with two. */
import { setTimeout as delay } from 'node:timers/promises';
import { fleetNodes, startRun } from '../apps/daemon/src/cli/test/fleet-nodes.ts';
import { noPostgres, plainClient, postgresServer } from '../apps/daemon/src/store/test/postgres-server.ts';
import { compare, median } from './measure.ts';
import type { BenchRow } from './report.ts';

const RUNS = 32;
const PROJECTS = 16;
const AT_ONCE = 2;
const REPEATS = 3;
const PATIENCE_MS = 300_000;

export async function run(): Promise<BenchRow[]> {
  if (noPostgres() !== null) return [];
  const server = await postgresServer({ settings: { max_connections: '200' } });
  try {
    const ratios: number[] = [];
    const perSecond: Record<number, number[]> = { 1: [], 2: [] };
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      for (const workers of [1, 2]) perSecond[workers]?.push(RUNS / (await secondsWith(server, workers)));
      ratios.push((perSecond[2]?.at(-1) ?? 0) / (perSecond[1]?.at(-1) ?? Number.NaN));
    }
    return [
      { name: 'fleet: runs of one worker', value: median(perSecond[1] ?? []), unit: 'runs/s' },
      { name: 'fleet: runs of two workers', value: median(perSecond[2] ?? []), unit: 'runs/s' },
      compare('fleet: two workers ÷ one', median(ratios), '×', 1.8),
    ];
  } finally {
    await server.remove();
  }
}

/** From the moment the workers may begin to the end of the last run. */
async function secondsWith(
  server: Awaited<ReturnType<typeof postgresServer>>,
  workers: number,
): Promise<number> {
  const url = await server.database();
  // Four seconds of pauses, next to no work.
  const fleet = fleetNodes({ url, fakes: { paced: ['plays', 'model-happy-2-rounds', '400', '100'] } });
  const db = await plainClient(url);
  try {
    const { status, stderr } = await fleet.jury('db', 'migrate');
    if (status !== 0) throw new Error(stderr);
    const api = await fleet.serve('--no-worker');
    await Promise.all(Array.from({ length: workers }, () => fleet.worker('--concurrency', String(AT_ONCE))));
    const projects: string[] = [];
    for (let n = 0; n < PROJECTS; n += 1)
      projects.push((await fleet.ask<{ id: string }>(api, '/api/projects', { name: `p${n}` })).id);
    const began = performance.now();
    for (let n = 0; n < RUNS; n += 1) await startRun(fleet, api, 'paced', projects[n % PROJECTS]);
    for (let open = RUNS; open > 0; await delay(50)) {
      if (performance.now() - began > PATIENCE_MS) throw new Error(`${open} runs are not over`);
      const { rows } = await db.query(
        `select count(*) as open from jury.runs where state in ('queued', 'running')`,
      );
      open = Number(rows[0].open);
    }
    return (performance.now() - began) / 1_000;
  } finally {
    await db.end();
    await fleet.remove();
  }
}
