/** The engine where its surroundings fail it: no run is left without an end. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_CRITIQUE_CONFIG, DEFAULT_RUN_LIMITS } from '@design-jury/contracts/defaults';
import type { Project } from '@design-jury/contracts/run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Agent } from './agents/session.ts';
import { Host } from './host/host.ts';
import { findTranscript } from './host/log/transcript.ts';
import { folderPlaces } from './host/place/folder-place.ts';
import { createBus, type Notice, type PublishedItem } from './host/stream/bus.ts';
import { temporaryFolder } from './host/test/engine.ts';
import { performTheater } from './protocols/theater/perform.ts';
import { theaterProtocol } from './protocols/theater/protocol.ts';
import { PAGE, roundText, say, scriptedAgent } from './protocols/theater/test/theater.ts';
import { createJury, type JuryService } from './service.ts';
import { openStore } from './store/database.ts';
import { StoreError } from './store/errors.ts';
import type { Store } from './store/store.ts';
import { artifactRow } from './store/test/artifact-row.ts';

let dataDir: string;
let store: Store;
let broken: Set<keyof Store>;
let jury: JuryService;
let project: Project;
let announced: string[];

async function open(agent: Agent): Promise<void> {
  dataDir = await temporaryFolder();
  broken = new Set();
  announced = [];
  store = await openStore(join(dataDir, 'jury.db'));
  const failing = new Proxy(store, {
    get(target, name: keyof Store) {
      const member = target[name];
      if (!broken.has(name)) return typeof member === 'function' ? member.bind(target) : member;
      return () => Promise.reject(new StoreError('locked', `${name} found the database locked`));
    },
  });
  const bus = createBus();
  const services = {
    dataDir,
    places: folderPlaces(dataDir),
    store: failing,
    bus: {
      ...bus,
      publish(item: PublishedItem) {
        announced.push(item.event.type);
        bus.publish(item);
      },
      announce: (notice: Notice) => void announced.push(notice.name),
    },
    limits: { ...DEFAULT_RUN_LIMITS, killGraceMs: 100, drainMs: 50 },
    clock: Date.now,
  };
  const host = new Host({
    ...services,
    maxConcurrent: 1,
    report: () => undefined,
    protocols: {
      theater: async () =>
        theaterProtocol(
          performTheater({ dataDir, threads: null, seat: (context) => jury.seatAgain(context) }),
        ),
    },
  });
  jury = createJury({
    ...services,
    host,
    config: { ...DEFAULT_CRITIQUE_CONFIG, grounding: 'off', maxConcurrentRuns: 1 },
    agents: { create: async () => agent, canDraft: () => true, ids: async () => [], list: async () => [] },
  });
  project = await jury.createProject({ name: 'test' });
}

const stateOf = async (runId: string) => (await store.getRun(runId))?.state;
const start = () => jury.startRun(project.id, { brief: 'A page.', agent: 'scripted' });
const silent = () =>
  scriptedAgent(async function* (_turn, signal) {
    yield say('<ROUND n="1">');
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  }).agent;

beforeEach(() => open(silent()));
afterEach(async () => {
  broken.clear();
  await dispose();
});

test('a run whose start cannot be stored ends as storage_error instead of waiting for ever', async () => {
  broken.add('updateRun');
  const { run } = await start();
  await expect.poll(() => stateOf(run.id)).toBe('failed');
  expect(await store.getRun(run.id)).toMatchObject({ cause: 'storage_error' });
  expect(
    await readFile((await findTranscript(join(dataDir, 'artifacts', run.artifactId))) ?? '', 'utf8'),
  ).toContain('updateRun found the database locked');
  expect(announced).toContain('critique.failed');
});

test('a start that cannot be stored, nor its end, does not hold the ones behind it', async () => {
  broken.add('updateRun').add('finishRun');
  await start();
  await expect.poll(async () => (await jury.health()).running).toBe(0);
  broken.clear();
  const { run } = await start();
  await expect.poll(() => stateOf(run.id)).toBe('running');
});

test('a run without a jury says its last word once, though its end cannot be stored', async () => {
  await dispose();
  await open(scriptedAgent(() => [say('no page')], 'one-shot').agent);
  broken.add('finishRun');
  await jury.startRun(project.id, { brief: 'A page.', agent: 'scripted', critique: false });
  await expect.poll(async () => (await jury.health()).running).toBe(0);
  expect(announced.filter((name) => name === 'critique.failed')).toHaveLength(1);
});

test('a run without a jury says nothing: it has no log, and its end is told by a notice', async () => {
  await dispose();
  await open(scriptedAgent(() => [say(PAGE)], 'one-shot').agent);
  const { run } = await jury.startRun(project.id, { brief: 'A page.', agent: 'scripted', critique: false });
  const over = await jury.done(run.id);
  expect(over).toMatchObject({ state: 'legacy', outcome: 'legacy', exitCode: 0, eventCount: 0 });
  expect(await findTranscript(join(dataDir, 'artifacts', run.artifactId))).toBeNull();
  expect(artifactRow(join(dataDir, 'jury.db'), run.artifactId)).toMatchObject({
    critique_status: 'legacy',
    critique_transcript_path: null,
  });
  expect(announced.filter((name) => name !== 'queue_position')).toEqual(['run_ended']);
  await expect(jury.transcriptFile(project.id, run.id)).rejects.toMatchObject({ code: 'not_found' });
  expect((await jury.runSnapshot(project.id, run.id)).state).toMatchObject({ phase: 'idle' });
});

test('a run that finds no place in the queue leaves nothing behind', async () => {
  await jury.close();
  await expect(start()).rejects.toMatchObject({ code: 'unavailable' });
  expect(await store.listRuns(project.id)).toEqual([]);
  expect(await readdir(join(dataDir, 'artifacts')).catch(() => [])).toEqual([]);
});

test('closing ends what plays and what waits, though the end of one of them cannot be stored', async () => {
  const runs = [await start(), await start(), await start()];
  await expect.poll(() => stateOf(runs[0]?.run.id ?? '')).toBe('running');
  let refused = 0;
  const { finishRun } = store;
  store.finishRun = async (finished) => {
    if (finished.runId === runs[1]?.run.id && refused++ === 0) throw new StoreError('locked', 'locked');
    return finishRun.call(store, finished);
  };
  await jury.close();
  expect(await stateOf(runs[0]?.run.id ?? '')).toBe('interrupted');
  expect(await stateOf(runs[2]?.run.id ?? '')).toBe('interrupted');
  expect((await store.getRun(runs[0]?.run.id ?? ''))?.recoveryReason).toBe('daemon_shutdown');
});

test('an interrupt between the queue and the stage is obeyed', async () => {
  const { run } = await start();
  const { accepted } = await jury.interruptRun(project.id, run.id);
  expect(accepted).toBe(true);
  await expect.poll(() => stateOf(run.id)).toBe('interrupted');
});

test('[S11] the final page is the one that was voted on, whatever SHIP prints', async () => {
  await dispose();
  const notes = '# Notes\n\nAll of it.\n';
  const text = `${roundText(1, 9)}<SHIP round="1"><ARTIFACT mime="text/markdown"><![CDATA[${notes}]]></ARTIFACT></SHIP>`;
  await open(scriptedAgent(() => [say(text)], 'one-shot').agent);
  const { run } = await start();
  await expect.poll(() => stateOf(run.id)).toBe('shipped');
  const { path, mime } = await jury.artifactFile(project.id, run.id, 'final');
  expect(mime).toBe('text/html');
  expect(await readFile(path, 'utf8')).toBe(PAGE);
});

test('a page whose round never ended is shown all the same, and its styles are asked for', async () => {
  await dispose();
  const whole = roundText(1, 9);
  const half = whole.slice(0, whole.indexOf('</PANELIST>') + '</PANELIST>'.length);
  await open(scriptedAgent(() => [say(half)], 'one-shot').agent);
  const { run } = await start();
  await expect.poll(() => stateOf(run.id)).toBe('degraded');
  const { path, mime } = await jury.artifactFile(project.id, run.id, 1);
  expect([mime, await readFile(path, 'utf8')]).toEqual(['text/html', PAGE]);
  expect(await jury.shownStyles(project.id, run.id, 1)).toBe('');
  await expect(jury.artifactFile(project.id, run.id, 2)).rejects.toThrow('no artifact of round 2');
});

async function dispose(): Promise<void> {
  await jury.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
}
