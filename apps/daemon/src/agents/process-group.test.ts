/** A group is ended for a run only when its processes carry the run's mark: a note alone proves nothing. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_RUN_LIMITS } from '@design-jury/contracts/defaults';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Host } from '../host/host.ts';
import { folderPlaces } from '../host/place/folder-place.ts';
import { type Recovered, recoverRuns } from '../host/recovery.ts';
import { createBus } from '../host/stream/bus.ts';
import { toyProtocol } from '../host/test/toy-protocol.ts';
import { openStore } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import { isGroupOfRun, MARK_VARIABLE, startTicks } from './process-group.ts';
import { PROCESS_FILE } from './supervise.ts';

const IDLE = ['-e', "process.stdout.write('up'); setInterval(() => {}, 1000)"];

let dataDir: string;
let store: Store;
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'jury-group-'));
  store = await openStore(join(dataDir, 'jury.db'));
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function idle(env: Record<string, string>): Promise<{ child: ChildProcess; pgid: number }> {
  const child = spawn(process.execPath, IDLE, {
    detached: true,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  if (child.stdout !== null) await once(child.stdout, 'data');
  return { child, pgid: child.pid ?? 0 };
}

/** A run that its process has left under way, with this note in its folder. */
async function leftRun(note: object | 'a pipe', id = `r-${randomUUID()}`): Promise<Recovered | undefined> {
  const services = {
    places: folderPlaces(dataDir),
    store,
    bus: createBus(),
    limits: { ...DEFAULT_RUN_LIMITS, killGraceMs: 200 },
    clock: Date.now,
  };
  const host = new Host({
    ...services,
    protocols: { toy: async () => toyProtocol },
    maxConcurrent: 1,
    report: () => {},
  });
  const request = { steps: 1, askAt: null, stepMs: 0 };
  const order = {
    protocol: 'toy',
    project: null,
    title: 'x',
    subjectKey: 'x',
    agent: 'none',
    model: null,
    config: {},
    request,
  };
  await host.start({ ...order, id });
  const run = await host.done(id);
  await host.close();
  const { sql } = await import('kysely');
  const { openDatabase } = await import('../store/database.ts');
  const db = await openDatabase(join(dataDir, 'jury.db'));
  await sql`update runs set state = 'running', ended_at = null, owner = null where id = ${id}`.execute(db);
  await db.destroy();
  const file = join(host.folder(run), PROCESS_FILE);
  if (note === 'a pipe') execFileSync('mkfifo', [file]);
  else await writeFile(file, JSON.stringify(note));
  const [recovered] = await recoverRuns({ ...services, protocol: async () => toyProtocol });
  return recovered;
}

const isAlive = ({ child }: { child: ChildProcess }): boolean =>
  child.exitCode === null && child.signalCode === null;

test.runIf(process.platform === 'linux')(
  'a planted note ends no group that is not ours, whatever it says of it',
  async () => {
    const foreign = await idle({});
    const other = await idle({ [MARK_VARIABLE]: 'r-another-run' });
    for (const { pgid } of [foreign, other]) {
      await leftRun({ pgid, startTicks: startTicks(pgid), folder: '/' });
      await leftRun({ pgid, startTicks: null, folder: '/' });
    }
    expect([isAlive(foreign), isAlive(other)]).toEqual([true, true]);
  },
);

test('a named pipe in place of a note is not waited for: the run is put aside, and what was there is said', async () => {
  expect(await leftRun('a pipe')).toMatchObject({ problem: expect.stringContaining('named pipe') });
});

test.runIf(process.platform === 'linux')('a group that carries the mark is ended', async () => {
  const own = await idle({ [MARK_VARIABLE]: 'r-own' });
  await leftRun({ pgid: own.pgid, startTicks: startTicks(own.pgid), folder: '/' }, 'r-own');
  await expect.poll(() => isAlive(own)).toBe(false);
});

test.runIf(process.platform === 'linux')(
  'the mark is the run’s own, at its place, and of nobody else',
  async () => {
    const { pgid } = await idle({ [MARK_VARIABLE]: 'r-1.worker', X_NOTE: `${MARK_VARIABLE}=r-2` });
    expect(['r-1', 'r-', 'r-1.worker', 'r-2', ''].map((mark) => isGroupOfRun(pgid, mark))).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
  },
);
