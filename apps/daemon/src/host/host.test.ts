import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_RUN_LIMITS } from '@design-jury/contracts/defaults';
import type { RunEvent } from '@design-jury/contracts/run';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import { Host } from './host.ts';
import { readLog, TRANSCRIPT_NAME } from './log/transcript.ts';
import type { NewRun } from './new-run.ts';
import { folderPlaces } from './place/folder-place.ts';
import { recoverRuns } from './recovery.ts';
import { createBus } from './stream/bus.ts';
import { toyProtocol } from './test/toy-protocol.ts';

let dataDir: string;
let store: Store;
const hosts: Host[] = [];
const reported: unknown[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'jury-host-'));
  store = await openStore(join(dataDir, 'jury.db'));
});

afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
  await store.close();
  await rm(dataDir, { recursive: true });
  expect(reported.splice(0)).toEqual([]);
});

function openHost(leaseMs = 5_000, toy = toyProtocol) {
  const bus = createBus();
  const services = { places: folderPlaces(dataDir), store, bus, limits: DEFAULT_RUN_LIMITS, clock: Date.now };
  const host = new Host({
    ...services,
    protocols: { toy: async () => toy },
    maxConcurrent: 4,
    report: (error) => void reported.push(error),
    leaseMs,
  });
  hosts.push(host);
  return { host, bus, services };
}

const order = (request: Partial<Parameters<typeof toyProtocol.begin>[0]['request']> = {}): NewRun => ({
  protocol: 'toy',
  project: null,
  title: 'counting',
  subjectKey: 'counting',
  agent: 'none',
  model: null,
  config: {},
  request: { steps: 3, askAt: null, stepMs: 0, ...request },
});

async function eventsOf(host: Host, runId: string, inputs = false): Promise<RunEvent[]> {
  const file = join(host.folder(await host.get(runId)), TRANSCRIPT_NAME);
  const events: RunEvent[] = [];
  for await (const { event } of readLog(file, { inputs })) events.push(event);
  return events;
}

describe('a protocol the host has never heard of', () => {
  it('is performed to its end, and every event is on file and on the bus', async () => {
    const { host, bus } = openHost();
    const heard: string[] = [];
    const { id, projectId } = await host.start(order());
    bus.listen(projectId, ({ event }) => heard.push(event.type));
    const done = await host.done(id);
    expect(done).toMatchObject({ state: 'ended', outcome: 'counted', exitCode: 0, eventCount: 8 });
    const events = await eventsOf(host, id);
    expect(events.map(({ type }) => type)).toEqual([
      'toy.started',
      'toy.counted',
      'toy.counted',
      'toy.counted',
      'run.ended',
    ]);
    expect(heard).toEqual(events.map(({ type }) => type));
  });

  it('tells why it failed with its last event, which is all that anybody hears of it', async () => {
    const falls = (): never => {
      throw new Error('nobody expected this');
    };
    const { host } = openHost(5_000, { ...toyProtocol, perform: falls, stopped: falls });
    const { id } = await host.start(order());
    expect(await host.done(id)).toMatchObject({ state: 'failed', cause: 'orchestrator_internal' });
    expect((await eventsOf(host, id)).at(-1)).toMatchObject({
      ...{ type: 'run.ended', state: 'failed', outcome: 'failed', exitCode: 3 },
      ...{ cause: 'orchestrator_internal', message: expect.stringContaining('nobody expected this') },
    });
    expect(reported.splice(0)).not.toEqual([]);
  });

  it('waits for a person, and is resumed with the answer', async () => {
    const { host } = openHost();
    const { id } = await host.start(order({ askAt: 2 }));
    expect((await host.done(id)).state).toBe('waiting');
    const [question] = await store.questions.list({ status: 'open', runId: id });
    await store.questions.answer(
      question?.id ?? '',
      { choice: 1, note: '' },
      'web',
      new Date().toISOString(),
    );
    await host.resume(id);
    expect(await host.done(id)).toMatchObject({ state: 'ended', outcome: 'counted' });
    const events = await eventsOf(host, id);
    expect(events.filter(({ type }) => type === 'question.asked')).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'run.ended')).toHaveLength(1);
    expect(events.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq).toSorted((a, b) => a - b));
  });

  it('is removed with its log and its questions once nobody has it', async () => {
    const { host } = openHost();
    const busy = await host.start(order({ steps: 400, stepMs: 10 }));
    await expect(host.remove(busy.id)).rejects.toMatchObject({ code: 'conflict' });
    await host.stop(busy.id, { type: 'interrupted', recoveryReason: null });
    await host.done(busy.id);
    const { id } = await host.start(order({ askAt: 2 }));
    const waiting = await host.done(id);
    const folder = host.folder(waiting);
    await host.remove(id);
    await expect(host.get(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await store.questions.list({ status: 'open', runId: id })).toEqual([]);
    await expect(readFile(join(folder, TRANSCRIPT_NAME))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is put aside when the host closes, and goes on in another', async () => {
    const first = openHost();
    const { id } = await first.host.start(order({ steps: 40, stepMs: 25 }));
    // In the midst of it, however slow the machine is.
    await expect.poll(async () => (await eventsOf(first.host, id)).length).toBeGreaterThan(3);
    await first.host.close();
    expect((await store.getRun(id))?.state).toBe('paused');
    const { host } = openHost();
    await host.resume(id);
    expect(await host.done(id)).toMatchObject({ outcome: 'counted' });
    const steps = await readFile(join(host.folder(await host.get(id)), 'steps.txt'), 'utf8');
    expect(steps.trim().split('\n')).toEqual(Array.from({ length: 40 }, (_, n) => `step ${n + 1}`));
  });

  it('is stopped by whoever asks', async () => {
    const { host } = openHost();
    const { id } = await host.start(order({ steps: 1_000, stepMs: 10 }));
    await expect.poll(async () => (await host.get(id)).state).toBe('running');
    expect(await host.stop(id, { type: 'interrupted', recoveryReason: null })).toBe(true);
    expect(await host.done(id)).toMatchObject({ outcome: 'cancelled', exitCode: 130 });
  });

  it('a run that waits in the queue is ended without beginning', async () => {
    const { host } = openHost();
    const first = await host.start(order({ steps: 100, stepMs: 10 }));
    const second = await host.start({ ...order(), project: first.projectId });
    expect(await host.stop(second.id, { type: 'interrupted', recoveryReason: null })).toBe(true);
    expect(await host.done(second.id)).toMatchObject({ outcome: 'cancelled', eventCount: 0 });
    expect((await eventsOf(host, second.id)).map(({ type }) => type)).toEqual(['run.ended']);
    await host.stop(first.id, { type: 'interrupted', recoveryReason: null });
    await host.done(first.id);
  });

  it('one project has one run under way, whichever process plays it', async () => {
    const [one, two] = [openHost(), openHost()];
    const first = await one.host.start(order({ steps: 20, stepMs: 10 }));
    await expect.poll(async () => (await one.host.get(first.id)).state).toBe('running');
    const second = await two.host.start({ ...order(), project: first.projectId });
    const [a, b] = await Promise.all([one.host.done(first.id), two.host.done(second.id)]);
    expect(Date.parse(b.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(a.endedAt ?? ''));
    expect(b.eventBase).toBe((a.eventBase ?? 0) + a.eventCount);
  });

  it('an unfinished run nobody has is put aside by recovery, and resumes', async () => {
    const { host, services } = openHost();
    const { id } = await host.start(order());
    await host.done(id);
    const stuck = {
      ...(await host.get(id)),
      id: 'r-stuck',
      artifactId: 'a-stuck',
      state: 'running' as const,
    };
    await store.insertRun({ ...stuck, endedAt: null, outcome: null, exitCode: null });
    const recovered = await recoverRuns({ ...services, protocol: (name) => host.protocol(name) });
    expect(recovered).toEqual([{ runId: 'r-stuck', state: 'paused', problem: null }]);
  });
});
