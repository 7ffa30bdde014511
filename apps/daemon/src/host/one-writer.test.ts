/** Two processes on one data folder: one run of a project at a time, and no number that two events share. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { testProgram } from '../../../../scripts/jury-program.ts';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { openStore } from '../store/database.ts';

const COUNTING = fileURLToPath(new URL('test/counting-process.ts', import.meta.url));
const PROCESSES = 2;
const RUNS_EACH = 4;

test('runs of one project in two processes never overlap, in time or in the ids of their events', {
  timeout: 120_000 * machinePace(),
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'jury-one-writer-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const store = await openStore(join(dataDir, 'jury.db'));
  onTestFinished(() => store.close());
  const now = new Date().toISOString();
  await store.createProject({ id: 'p-shared', name: 'shared', metadata: {}, createdAt: now });
  const processes = Array.from({ length: PROCESSES }, () =>
    spawn(
      process.execPath,
      [...testProgram(COUNTING), dataDir, 'p-shared', '6', '5', '30000', String(RUNS_EACH)],
      {
        env: { PATH: process.env.PATH },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    ),
  );
  const codes = await Promise.all(processes.map(async (child) => (await once(child, 'exit'))[0]));
  expect(codes).toEqual(processes.map(() => 0));
  const runs = (await store.listRuns('p-shared')).toSorted((a, b) => (a.eventBase ?? 0) - (b.eventBase ?? 0));
  expect(runs.map(({ outcome }) => outcome)).toEqual(
    Array.from({ length: PROCESSES * RUNS_EACH }, () => 'counted'),
  );
  for (const [index, run] of runs.entries()) {
    const before = runs[index - 1];
    if (before === undefined) continue;
    expect(run.eventBase).toBe((before.eventBase ?? 0) + before.eventCount);
    expect(Date.parse(run.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(before.endedAt ?? ''));
  }
  const [first, last] = [runs[0], runs.at(-1)];
  expect(await store.projectEventTotal('p-shared')).toBe((last?.eventBase ?? 0) + (last?.eventCount ?? 0));
  expect(first?.eventCount).toBeGreaterThan(0);
});
