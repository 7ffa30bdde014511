/** What happens to a run when something breaks between its log, its row and its lease: it is never stuck, and ends once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { DEFAULT_RUN_LIMITS } from '@design-jury/contracts/defaults';
import { isOpen, type RunEvent } from '@design-jury/contracts/run';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testProgram } from '../../../../scripts/jury-program.ts';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { openDatabase, openStore } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import { Host } from './host.ts';
import { findTranscript, readLog, TRANSCRIPT_NAME } from './log/transcript.ts';
import type { NewRun } from './new-run.ts';
import { folderPlaces } from './place/folder-place.ts';
import { recoverRuns } from './recovery.ts';
import { REQUEST_FILE } from './request-file.ts';
import { createBus } from './stream/bus.ts';
import { tailRuns } from './stream/tail.ts';
import { type ToyRequest, toyProtocol } from './test/toy-protocol.ts';

const COUNTING = fileURLToPath(new URL('test/counting-process.ts', import.meta.url));
/** A bound against hanging: the machine may be busy. */
const PATIENCE_MS = 9_000 * machinePace();
const CANCELLED = { type: 'interrupted', recoveryReason: null } as const;

let dataDir: string;
let store: Store;
const hosts: Host[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'jury-takeover-'));
  store = await openStore(join(dataDir, 'jury.db'), { lockWaitMs: 100 });
});

afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
  await store.close();
  await rm(dataDir, { recursive: true });
});

function openHost({ leaseMs = 5_000, maxConcurrent = 4, clock = Date.now } = {}) {
  const bus = createBus();
  const reported: unknown[] = [];
  const host = new Host({
    places: folderPlaces(dataDir),
    store,
    bus,
    limits: DEFAULT_RUN_LIMITS,
    clock,
    protocols: { toy: async () => toyProtocol },
    maxConcurrent,
    report: (error) => void reported.push(error),
    leaseMs,
  });
  hosts.push(host);
  return { host, bus, reported };
}

const order = (request: Partial<ToyRequest> = {}, subjectKey = 'counting'): NewRun => ({
  protocol: 'toy',
  project: null,
  title: 'counting',
  subjectKey,
  agent: 'none',
  model: null,
  config: {},
  request: { steps: 3, askAt: null, stepMs: 0, ...request },
});

async function eventsOf(host: Host, runId: string): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  const file = await findTranscript(host.folder(await host.get(runId)));
  for await (const { event } of readLog(file ?? '')) events.push(event);
  return events;
}

async function answer(runId: string): Promise<void> {
  const [question] = await store.questions.list({ status: 'open', runId });
  await store.questions.answer(question?.id ?? '', { choice: 1, note: '' }, 'web', new Date().toISOString());
}

/** The row as a process leaves it that died after the last event was on file. */
async function forgetEnd(runId: string, state = 'paused'): Promise<void> {
  const db = await openDatabase(join(dataDir, 'jury.db'));
  await sql`update runs set state = ${state}, outcome = null, exit_code = null, ended_at = null where id = ${runId}`.execute(
    db,
  );
  await db.destroy();
}

test('who joins a resumed run is shown everything it said before too', async () => {
  const { host } = openHost();
  const { id } = await host.start(order({ askAt: 2, steps: 500, stepMs: 10 }));
  await host.done(id);
  const before = (await eventsOf(host, id)).length;
  await answer(id);
  await host.resume(id);
  await vi.waitFor(() => expect(host.live(id)).not.toBeNull(), PATIENCE_MS);
  const { events } = (host.live(id)?.state ?? { events: 0 }) as { events: number };
  expect(events).toBeGreaterThanOrEqual(before);
  await host.stop(id, CANCELLED);
  await host.done(id);
});

test('a stored request that is damaged is said, and the run stays put aside', async () => {
  const { host } = openHost();
  const { id } = await host.start(order({ askAt: 2 }));
  const waiting = await host.done(id);
  await answer(id);
  await writeFile(join(host.folder(waiting), REQUEST_FILE), '{"steps":');
  await host.resume(id);
  await expect(host.done(id)).rejects.toThrow();
  expect((await host.get(id)).state).toMatch(/waiting|paused/);
  expect(await host.isHeld(id)).toBe(false);
});

test('a queued run whose stored request is gone can be stopped', async () => {
  const { host } = openHost();
  const first = await host.start(order({ steps: 500, stepMs: 10 }));
  const second = await host.start({ ...order(), project: first.projectId });
  await rm(join(host.folder(second), REQUEST_FILE));
  await host.stop(second.id, CANCELLED).catch(() => {});
  await host.done(second.id).catch(() => {});
  expect((await host.get(second.id)).state).not.toMatch(/queued|running/);
  await host.stop(first.id, CANCELLED);
  await host.done(first.id);
});

test('a run whose last event is on file and whose row is not written ends without another word', async () => {
  const { host } = openHost();
  const { id } = await host.start(order());
  const ended = await host.done(id);
  const file = join(host.folder(ended), TRANSCRIPT_NAME);
  const before = await readFile(file, 'utf8');
  await forgetEnd(id);
  await host.resume(id);
  const again = await host.done(id);
  expect(again).toMatchObject({
    state: 'ended',
    outcome: 'counted',
    exitCode: 0,
    eventCount: ended.eventCount,
  });
  expect(await readFile(file, 'utf8')).toBe(before);
});

test('a log that was compressed before its row was written is not hidden by a new one', async () => {
  const { host } = openHost();
  const { id } = await host.start(order());
  const ended = await host.done(id);
  const before = await eventsOf(host, id);
  const file = join(host.folder(ended), TRANSCRIPT_NAME);
  await writeFile(`${file}.gz`, gzipSync(await readFile(file)));
  await rm(file);
  await forgetEnd(id);
  await host.resume(id);
  expect(await host.done(id)).toMatchObject({ state: 'ended', outcome: 'counted', exitCode: 0 });
  expect(await eventsOf(host, id)).toEqual(before);
});

test('projects that another process performs in do not keep the runs of other projects waiting', async () => {
  const [one, two] = [openHost(), openHost({ maxConcurrent: 1 })];
  const held = await one.host.start(order({ steps: 10_000, stepMs: 10 }));
  await vi.waitFor(async () => expect((await host(held.id)).state).toBe('running'), PATIENCE_MS);
  const blocked = await two.host.start({ ...order(), project: held.projectId });
  const free = await two.host.start(order({}, 'another'));
  const done = await Promise.race([two.host.done(free.id), delay(PATIENCE_MS, null)]);
  expect(done).toMatchObject({ outcome: 'counted' });
  await one.host.stop(held.id, CANCELLED);
  expect(await two.host.done(blocked.id)).toMatchObject({ outcome: 'counted' });

  async function host(id: string) {
    return one.host.get(id);
  }
});

test('a process that lost its run tells nobody that it ended', async () => {
  const { host, bus } = openHost({ leaseMs: 300 });
  const run = await host.start(order({ steps: 10_000, stepMs: 5 }));
  const heard: string[] = [];
  bus.listen(run.projectId, ({ event }) => heard.push(event.type));
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(3), PATIENCE_MS);
  const holders = await store.leases.holders(run.id, Date.now());
  const now = Date.now();
  const claim = { runId: run.id, owner: 'elsewhere/-/1/-/x', now, until: now + 60_000, isAlone: true };
  expect(await store.leases.claim({ ...claim, gone: holders.map(({ owner }) => owner) })).toBe(true);
  await host.done(run.id).catch(() => {});
  expect(heard).not.toContain('run.ended');
  expect(isOpen((await host.get(run.id)).state)).toBe(true);
  expect((await eventsOf(host, run.id)).map(({ type }) => type)).not.toContain('run.ended');
});

test('a process that was stopped for longer than its lease, and whose run nobody took, goes on', async () => {
  const { host } = openHost();
  const seed = await host.start(order());
  await host.done(seed.id);
  const child = spawn(
    process.execPath,
    [...testProgram(COUNTING), dataDir, seed.projectId, '150', '10', '400'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const id = String((await lines.next()).value);
  for (let pause = 0; pause < 3; pause++) {
    await delay(250);
    child.kill('SIGSTOP');
    await delay(900);
    child.kill('SIGCONT');
  }
  if (child.exitCode === null) await once(child, 'exit');
  expect(await host.get(id)).toMatchObject({ state: 'ended', outcome: 'counted' });
});

test('a process that was stopped while another took its run over writes nothing into it', async () => {
  const { host } = openHost();
  const seed = await host.start(order());
  await host.done(seed.id);
  const child = spawn(
    process.execPath,
    [...testProgram(COUNTING), dataDir, seed.projectId, '200', '10', '400'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const id = String((await lines.next()).value);
  // In the midst of it, however slow the machine is.
  await vi.waitFor(async () => expect((await eventsOf(host, id)).length).toBeGreaterThan(10), PATIENCE_MS);
  child.kill('SIGSTOP');
  await delay(600);
  await host.resume(id);
  await vi.waitFor(
    async () => expect((await eventsOf(host, id)).map(({ type }) => type)).toContain('run.state'),
    PATIENCE_MS,
  );
  child.kill('SIGCONT');
  expect(await host.done(id)).toMatchObject({ state: 'ended', outcome: 'counted' });
  await exited;
  const file = join(host.folder(await host.get(id)), TRANSCRIPT_NAME);
  const seqs = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).seq);
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  expect((await eventsOf(host, id)).filter(({ type }) => type === 'run.ended')).toHaveLength(1);
});

test('a run that could not be put aside because the store was away is not left running', async () => {
  const { host } = openHost();
  const { id } = await host.start(order({ steps: 10_000, stepMs: 10 }));
  await vi.waitFor(async () => expect((await host.get(id)).state).toBe('running'), PATIENCE_MS);
  const lock = fileURLToPath(new URL('../store/test/hold-lock.ts', import.meta.url));
  const holder = spawn(process.execPath, [lock, join(dataDir, 'jury.db'), '1500'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  await host.stop(id, { type: 'interrupted', recoveryReason: 'daemon_shutdown' });
  await host.done(id).catch(() => {});
  if (holder.exitCode === null) await once(holder, 'exit');
  expect((await host.get(id)).state).toBe('paused');
  expect(await host.isHeld(id)).toBe(false);
});

test('a run whose last event is on file is ended by whoever looks for what was left', async () => {
  const { host } = openHost();
  const { id } = await host.start(order());
  const ended = await host.done(id);
  await forgetEnd(id, 'running');
  const services = {
    places: folderPlaces(dataDir),
    store,
    bus: createBus(),
    limits: DEFAULT_RUN_LIMITS,
    clock: Date.now,
  };
  await recoverRuns({ ...services, protocol: (name) => host.protocol(name) });
  expect(await host.get(id)).toMatchObject({ state: 'ended', outcome: 'counted', exitCode: 0 });
  expect((await host.get(id)).eventCount).toBe(ended.eventCount);
});

test('closing waits for a run that is just being taken out of the queue', async () => {
  const { host } = openHost();
  const first = await host.start(order({ steps: 500, stepMs: 10 }));
  const second = await host.start({ ...order(), project: first.projectId });
  const stopped = host.stop(second.id, CANCELLED);
  await host.close();
  expect(await store.getRun(second.id)).toMatchObject({ state: 'ended', outcome: 'cancelled' });
  await stopped;
});

test('a row that cannot be read keeps no other run from being played', async () => {
  const { host, reported } = openHost();
  const first = await host.start(order());
  const ended = await host.done(first.id);
  await store.insertRun({
    ...ended,
    id: 'r-damaged',
    artifactId: 'a-damaged',
    state: 'queued',
    endedAt: null,
  });
  const db = await openDatabase(join(dataDir, 'jury.db'));
  await sql`update runs set config_json = '{' where id = 'r-damaged'`.execute(db);
  await db.destroy();
  const { id } = await host.start(order({}, 'another'));
  expect(await host.done(id)).toMatchObject({ outcome: 'counted' });
  expect(reported).toEqual([]);
});

test('what another process says is published here though its clock went back', async () => {
  let behind = 0;
  const clock = (): number => Date.now() - behind;
  const { host } = openHost({ clock });
  const bus = createBus();
  const reported: unknown[] = [];
  const report = (error: unknown): void => void reported.push(error);
  const tail = await tailRuns({ dataDir, store, bus, clock, isOurs: () => false, report });
  try {
    const { id, projectId } = await host.start(order());
    const heard: string[] = [];
    bus.listen(projectId, ({ event }) => heard.push(event.type));
    await host.done(id);
    await tail.catchUp();
    expect(heard.filter((type) => type === 'run.ended')).toHaveLength(1);
    behind = 3_600_000;
    await host.done((await host.start(order())).id);
    await tail.catchUp();
    expect(heard.filter((type) => type === 'run.ended')).toHaveLength(2);
    expect(reported).toEqual([]);
  } finally {
    await tail.close();
  }
});
