/** What a process finds that another left behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { TheaterRun } from '@design-jury/contracts/run';
import {
  type CritiqueSseEvent,
  isTerminalEvent,
  type TranscriptEvent,
} from '@design-jury/contracts/theater/sse';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from '../../engine.ts';
import { createArtifactWriter, pointFinal, readFinal } from '../../host/artifacts/artifacts.ts';
import { processName } from '../../host/lease.ts';
import { createEventLog } from '../../host/log/event-log.ts';
import { findTranscript, readTranscript } from '../../host/log/transcript.ts';
import { temporaryFolder } from '../../host/test/engine.ts';
import { openStore } from '../../store/database.ts';
import { queuedRun } from './test/stored-run.ts';

const RUN_ID = 'r-left';
const PROJECT = 'p-left';

let dataDir: string;
let folder: string;
let record: TheaterRun;
let engine: Engine | null;

beforeEach(async () => {
  dataDir = await temporaryFolder();
  engine = null;
  record = { ...queuedRun(PROJECT, 'gone', 'A page.'), id: RUN_ID };
  folder = join(dataDir, 'artifacts', record.artifactId);
  await mkdir(folder, { recursive: true });
});

afterEach(async () => {
  await engine?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** A row as a process that is gone left it, and its log. */
async function leave(state: 'queued' | 'running', events: readonly CritiqueSseEvent[] = []): Promise<void> {
  const store = await openStore(join(dataDir, 'jury.db'));
  await store.createProject({ id: PROJECT, name: 'left', metadata: {}, createdAt: record.createdAt });
  await store.insertRun(record);
  if (state === 'running')
    await store.updateRun(RUN_ID, { state, startedAt: record.createdAt, eventBase: 0 });
  await store.close();
  if (events.length === 0) return;
  const log = createEventLog({ file: join(folder, 'transcript.ndjson'), clock: Date.now, isTerminal });
  for (const event of events) log.append(event);
  await log.close();
}

const isTerminal = (event: { type: string }): boolean => isTerminalEvent(event as CritiqueSseEvent);

/** The row says that a process has the run, as that process would have written it. */
async function own(owner: string): Promise<void> {
  const rows = await openStore(join(dataDir, 'jury.db'));
  const now = Date.now();
  const claim = { runId: RUN_ID, owner, now, until: now + 600_000, gone: [], isAlone: true };
  expect(await rows.leases.claim(claim)).toBe(true);
  await rows.close();
}

async function restart() {
  engine = await openEngine({ dataDir, limits: { killGraceMs: 200 } });
  const snapshot = await engine.jury.runSnapshot(PROJECT, RUN_ID);
  return { snapshot, recovered: engine.recovered };
}

async function logged(): Promise<TranscriptEvent[]> {
  const events: TranscriptEvent[] = [];
  for await (const event of readTranscript((await findTranscript(folder)) ?? '', { corrupt: 'skip' }))
    events.push(event);
  return events;
}

async function store(content: string): Promise<string> {
  const writer = createArtifactWriter(folder);
  await writer.write(content);
  return (await writer.close()).sha256;
}

const notice = (message: string): CritiqueSseEvent => ({
  type: 'critique.agent_notice',
  runId: RUN_ID,
  kind: 'progress',
  message,
});
const pageOf = (round: number, sha256: string): CritiqueSseEvent => ({
  type: 'critique.round_artifact',
  runId: RUN_ID,
  round,
  mime: 'text/html',
  bytes: 4,
  sha256,
});
const roundEnd = (round: number, composite: number): CritiqueSseEvent => ({
  type: 'critique.round_end',
  runId: RUN_ID,
  round,
  composite,
  mustFix: 0,
  decision: composite >= 8 ? 'ship' : 'continue',
  reason: '',
  agentReason: '',
  resolved: [],
  missing: [],
});
const shipped = (round: number): CritiqueSseEvent => ({
  type: 'critique.ship',
  runId: RUN_ID,
  round,
  composite: 9,
  status: 'shipped',
  artifactRef: { projectId: PROJECT, artifactId: record.artifactId },
  summary: '',
});

describe('runs left behind', () => {
  test('a queued run is interrupted by the restart, and its log says so', async () => {
    await leave('queued');
    const { snapshot, recovered } = await restart();
    expect(recovered).toEqual([{ runId: RUN_ID, state: 'interrupted', problem: null }]);
    expect(snapshot.run).toMatchObject({
      state: 'interrupted',
      recoveryReason: 'daemon_restart',
      startedAt: null,
    });
    expect(await logged()).toMatchObject([
      { type: 'critique.interrupted', recoveryReason: 'daemon_restart' },
    ]);
  });

  test('a running one keeps its best round, and a page of an earlier round where that had none of its own', async () => {
    const sha256 = await store('page');
    await leave('running', [pageOf(1, sha256), roundEnd(1, 5), roundEnd(2, 7)]);
    const { snapshot } = await restart();
    expect(snapshot.run).toMatchObject({ state: 'interrupted', finalRound: 2, composite: 7, eventCount: 4 });
    expect((await readFinal(folder))?.sha256).toBe(sha256);
  });

  test('nothing is kept where the policy keeps nothing, not even a page that was already pointed to', async () => {
    record = { ...record, config: { ...record.config, fallbackPolicy: 'fail' } };
    const sha256 = await store('page');
    await pointFinal(folder, sha256);
    await leave('running', [pageOf(1, sha256), roundEnd(1, 5)]);
    const { snapshot } = await restart();
    expect(snapshot.run).toMatchObject({ state: 'interrupted', finalRound: null });
    expect(await readFinal(folder)).toBeNull();
  });
});

describe('a verdict that is on file', () => {
  test('stands, with the page it was given; no second end is written', async () => {
    const judged = await store('the page that was judged');
    const inShip = await store('the page that SHIP carried');
    await pointFinal(folder, inShip);
    await leave('running', [pageOf(1, judged), roundEnd(1, 9), shipped(1)]);
    const { snapshot, recovered } = await restart();
    expect(recovered).toEqual([{ runId: RUN_ID, state: 'shipped', problem: null }]);
    expect(snapshot.run).toMatchObject({ state: 'shipped', composite: 9, recoveryReason: null });
    expect((await logged()).filter(isTerminalEvent)).toHaveLength(1);
    expect((await readFinal(folder))?.sha256).toBe(inShip);
  });

  test('an interrupt somebody asked for is not blamed on the restart', async () => {
    await leave('running', [
      notice('x'),
      {
        type: 'critique.interrupted',
        runId: RUN_ID,
        status: 'interrupted',
        bestRound: null,
        composite: null,
        recoveryReason: null,
      },
    ]);
    expect((await restart()).snapshot.run).toMatchObject({ state: 'interrupted', recoveryReason: null });
  });

  test('a compressed log is read as it is', async () => {
    await leave('running', [notice('x'.repeat(400_000)), roundEnd(1, 9), shipped(1)]);
    const plain = join(folder, 'transcript.ndjson');
    await writeFile(`${plain}.gz`, gzipSync(await readFile(plain)));
    await rm(plain);
    const { snapshot, recovered } = await restart();
    expect(recovered).toMatchObject([{ state: 'shipped', problem: null }]);
    expect(snapshot.run.eventCount).toBe(3);
    expect((await findTranscript(folder))?.endsWith('.gz')).toBe(true);
  });
});

describe('damage', () => {
  test('a compressed log without an end is left whole: nothing is written behind it', async () => {
    await leave('running', [notice('x'), roundEnd(1, 5)]);
    const plain = join(folder, 'transcript.ndjson');
    const bytes = gzipSync(await readFile(plain));
    await writeFile(`${plain}.gz`, bytes);
    await rm(plain);
    const { snapshot } = await restart();
    expect(snapshot.run).toMatchObject({ state: 'interrupted', recoveryReason: 'daemon_restart' });
    expect(gunzipSync(await readFile(`${plain}.gz`))).toEqual(gunzipSync(bytes));
  });

  test('a corrupt line in the middle costs that line and nothing else', async () => {
    const sha256 = await store('page');
    await leave('running', [pageOf(1, sha256), notice('to be damaged'), roundEnd(1, 6)]);
    const file = join(folder, 'transcript.ndjson');
    const lines = (await readFile(file, 'utf8')).split('\n');
    lines[1] = '{"seq":2,"at":"20';
    await writeFile(file, lines.join('\n'));
    await appendFile(file, '{"seq":4,"at":"2026-01-01T00:00:00.000Z","type":"critique.ro');
    const { snapshot } = await restart();
    expect(snapshot.run).toMatchObject({ state: 'interrupted', finalRound: 1, composite: 6 });
    expect((await logged()).map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'critique.round_artifact'],
      [3, 'critique.round_end'],
      [4, 'critique.interrupted'],
    ]);
  });

  test('a log that is none of ours ends the run and is not touched', async () => {
    await leave('running');
    await writeFile(join(folder, 'transcript.ndjson'), 'not ours\n');
    const { snapshot, recovered } = await restart().catch(async () => {
      // The snapshot folds the log; the row is what counts here.
      const rows = await openStore(join(dataDir, 'jury.db'));
      const run = await rows.getRun(RUN_ID);
      await rows.close();
      return { snapshot: { run }, recovered: engine?.recovered ?? [] };
    });
    expect(snapshot.run?.state).toBe('interrupted');
    expect(recovered[0]?.problem).toContain('transcript.ndjson');
    expect(await readFile(join(folder, 'transcript.ndjson'), 'utf8')).toBe('not ours\n');
  });
});

describe('two processes on one folder', () => {
  test('a run that a living process plays is left alone, and ended once that is gone', async () => {
    await leave('running', [notice('x')]);
    const other = spawn('sleep', ['60']);
    await own(`${processName(other.pid)}/1`);
    const first = await restart();
    expect(first.recovered).toEqual([]);
    expect(first.snapshot.run.state).toBe('running');
    await engine?.close();
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect((await restart()).snapshot.run.state).toBe('interrupted');
  });

  test('a process number that a stranger has now is no owner', async () => {
    await leave('running', [notice('x')]);
    await own(`${processName(1).replace(/[^/]+$/, '0-not-it')}/1`);
    expect((await restart()).snapshot.run.state).toBe('interrupted');
  });

  test('two that start at once end each run once', async () => {
    await leave('running', [notice('x')]);
    const { limits, dataDir: shared } = { limits: { killGraceMs: 200 }, dataDir };
    const engines = await Promise.all([1, 2, 3].map(() => openEngine({ dataDir: shared, limits })));
    const ended = engines.flatMap(({ recovered }) => recovered);
    await Promise.all(engines.map((each) => each.close()));
    expect(ended).toEqual([{ runId: RUN_ID, state: 'interrupted', problem: null }]);
    expect((await logged()).filter(isTerminalEvent)).toHaveLength(1);
  });

  test('where nothing was left behind, nothing is made', async () => {
    engine = await openEngine({ dataDir });
    await expect(access(join(dataDir, 'recovery.lock'))).rejects.toThrow();
  });
});
