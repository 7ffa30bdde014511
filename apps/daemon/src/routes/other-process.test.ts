/** A run that another process performs, seen over HTTP while it happens; and one whose process is killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { StreamSnapshotSchema } from '@design-jury/contracts/http';
import type { RunRecord } from '@design-jury/contracts/run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testProgram } from '../../../../scripts/jury-program.ts';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { type Engine, openEngine } from '../engine.ts';
import { temporaryFolder } from '../host/test/engine.ts';
import { toyProtocol } from '../host/test/toy-protocol.ts';
import { createServer, type JuryServer } from '../server.ts';
import { openClient } from './test/stream-client.ts';

const COUNTING = fileURLToPath(new URL('../host/test/counting-process.ts', import.meta.url));

let dataDir: string;
let engine: Engine;
let server: JuryServer;
let port: number;
let projectId: string;
const reported: unknown[] = [];

beforeEach(async () => {
  dataDir = await temporaryFolder();
  const report = (error: unknown): void => void reported.push(error);
  const protocols = { toy: async () => toyProtocol };
  engine = await openEngine({ dataDir, env: { PATH: process.env.PATH }, protocols, serves: true, report });
  server = createServer({ jury: engine.jury, bus: engine.bus, report });
  ({ port } = await server.listen());
  projectId = (await engine.jury.createProject({ name: 'shared' })).id;
});

afterEach(async () => {
  await engine.close();
  await server.close(100);
  await rm(dataDir, { recursive: true, force: true });
  expect(reported.splice(0)).toEqual([]);
});

interface Counting {
  runId: string;
  kill(): Promise<void>;
  over: Promise<string>;
}

async function countElsewhere(steps: number, stepMs: number): Promise<Counting> {
  const child = spawn(
    process.execPath,
    [...testProgram(COUNTING), dataDir, projectId, String(steps), String(stepMs)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value: runId = '' } = await lines.next();
  const over = lines.next().then(async ({ value }) => {
    await exited;
    return String(value);
  });
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  return { runId, kill, over };
}

function countHere(steps: number): Promise<RunRecord> {
  const request = { steps, askAt: null, stepMs: 0 };
  const order = {
    title: 'counting',
    subjectKey: 'counting',
    agent: 'none',
    model: null,
    config: {},
    request,
  };
  return engine.host.start({ protocol: 'toy', project: projectId, ...order });
}

async function idsInLogs(after = 0): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of engine.jury.eventsSince(projectId, after)) ids.push(id);
  return ids;
}

test('its events come once each, in order, without a gap, to whoever joins or resumes at any moment', {
  timeout: 120_000 * machinePace(),
}, async () => {
  const path = `/api/projects/${projectId}/events`;
  const first = openClient(port, path);
  await expect.poll(() => first.events.length).toBe(1);
  const { over } = await countElsewhere(150, 20);
  await expect.poll(() => first.ids.length).toBeGreaterThan(20);
  const joined = openClient(port, path);
  const seen = first.ids[9] ?? 0;
  const resumed = openClient(port, path, { 'Last-Event-ID': String(seen) });
  await expect.poll(() => joined.events.length).toBeGreaterThan(0);
  // It came while the run was under way, not at its end.
  expect((await engine.jury.listRuns(projectId, 1))[0]?.state).toBe('running');
  expect(await over).toBe('ended');

  // One that is over before anybody looks, and one of this process right behind it.
  expect(await (await countElsewhere(1, 0)).over).toBe('ended');
  const { id } = await countHere(3);
  await engine.host.done(id);

  const all = await idsInLogs();
  expect(all).toHaveLength(152 + 3 + 5);
  await first.numbered(all.length);
  expect(first.ids).toEqual(all);
  await resumed.numbered(all.filter((one) => one > seen).length);
  expect(resumed.ids).toEqual(all.filter((one) => one > seen));
  const [snapshot] = joined.events;
  const { lastEventId } = StreamSnapshotSchema.parse(snapshot?.data);
  expect(lastEventId).toBeGreaterThan(0);
  await joined.numbered(all.filter((one) => one > lastEventId).length);
  expect(joined.ids).toEqual(all.filter((one) => one > lastEventId));
});

test('whoever shows a list learns that another process has changed the store, and nothing while nobody does', {
  timeout: 120_000 * machinePace(),
}, async () => {
  const client = openClient(port, '/api/events');
  await expect.poll(() => client.text).toContain('retry:');
  await delay(1_300);
  // The project that was made before is told of once at the most, and as late as the machine likes.
  const before = client.events.length;
  expect(before).toBeLessThanOrEqual(1);
  const { runId, over } = await countElsewhere(1, 0);
  expect(await over).toBe('ended');
  await expect.poll(() => client.events.length).toBeGreaterThan(before);
  // Told after the fact: whoever asks then sees how it ended.
  await expect.poll(async () => (await engine.host.get(runId)).state).toBe('ended');
  expect(client.events.every(({ id, event }) => id === null && event === 'store.changed')).toBe(true);
});

test('after a kill -9 the next run of the project is numbered behind everything that was written', {
  timeout: 120_000 * machinePace(),
}, async () => {
  const client = openClient(port, `/api/projects/${projectId}/events`);
  const left = await countElsewhere(10_000, 5);
  await expect.poll(() => client.ids.length).toBeGreaterThan(10);
  await left.kill();
  expect((await engine.host.get(left.runId)).state).toBe('running');
  expect(await engine.host.isHeld(left.runId)).toBe(false);
  const written = await idsInLogs();

  const { id } = await countHere(3);
  const next = await engine.host.done(id);
  expect(next).toMatchObject({ state: 'ended', outcome: 'counted' });
  // What it left is put aside, with every event it wrote on record.
  const recovered = await engine.host.get(left.runId);
  expect(recovered).toMatchObject({ state: 'paused', recoveryReason: 'daemon_restart' });
  expect(next.eventBase).toBe((recovered.eventBase ?? 0) + recovered.eventCount);
  const all = await idsInLogs();
  expect(all.slice(0, written.length)).toEqual(written);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toHaveLength(written.length + 5);
  await client.numbered(all.length);
  expect(client.ids).toEqual(all);
});

test('a run that waits in the queue of one process is not taken for one that was left by another', {
  timeout: 120_000 * machinePace(),
}, async () => {
  const under = await countElsewhere(10_000, 5);
  await expect.poll(async () => (await engine.host.get(under.runId)).state).toBe('running');
  const waiting = await countHere(3);
  // Opens the folder, and with it looks for what was left.
  const other = await openEngine({ dataDir, protocols: { toy: async () => toyProtocol } });
  expect(other.recovered).toEqual([]);
  expect((await other.host.get(waiting.id)).state).toBe('queued');
  expect(await other.host.isHeld(waiting.id)).toBe(true);
  await other.close();
  await under.kill();
  expect(await engine.host.done(waiting.id)).toMatchObject({ state: 'ended', outcome: 'counted' });
});

test('who was told everything of a run that was resumed behind a newer one is sent nothing again', async () => {
  const asks = { steps: 6, askAt: 2, stepMs: 0 };
  const order = { title: 'counting', agent: 'none', model: null, config: {}, request: asks };
  const older = await engine.host.start({
    protocol: 'toy',
    project: projectId,
    subjectKey: 'older',
    ...order,
  });
  expect(await engine.host.done(older.id)).toMatchObject({ state: 'waiting' });
  await engine.host.done((await countHere(1)).id);
  const [question] = await engine.questions.list({ status: 'open', runId: older.id });
  await engine.questions.answer(question?.id ?? '', { choice: 1, note: '' }, 'web', new Date().toISOString());
  await engine.host.resume(older.id);
  const { eventBase, eventCount } = await engine.host.done(older.id);
  const newest = (eventBase ?? 0) + eventCount;
  // Whoever reads all of it ends with the newest.
  expect((await idsInLogs()).at(-1)).toBe(newest);

  const path = `/api/projects/${projectId}/events`;
  const told = openClient(port, path, { 'Last-Event-ID': String(newest) });
  await delay(1_000);
  expect(told.events).toEqual([]);
});
