/** The event log against a bare prepared-statement loop, the store's batches, and reading back; all in one run. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { MustFix } from '@design-jury/contracts/theater/critique';
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import { createEventLog } from '../apps/daemon/src/host/log/event-log.ts';
import { type ReadOptions, readTranscript } from '../apps/daemon/src/host/log/transcript.ts';
import { newRecord } from '../apps/daemon/src/host/new-run.ts';
import { theaterDetails } from '../apps/daemon/src/protocols/theater/new-run.ts';
import { openStore } from '../apps/daemon/src/store/database.ts';
import type { Store } from '../apps/daemon/src/store/store.ts';
import { median } from './measure.ts';
import type { BenchRow } from './report.ts';

const REPEATS = 7;
const EVENTS = 5_000;
const BATCH = 64;
const BATCHES = 20;
const FINISHES = 20;
/** The log asks the producer to wait; a real one looks after each chunk of the agent's text. */
const EVENTS_PER_CHUNK = 8;

const AT = '2026-01-31T12:00:00.000Z';
const events = Array.from({ length: EVENTS }, (_, index): CritiqueSseEvent => {
  const text = 'The hierarchy is tight, the second button competes with the first. '.repeat((index % 4) + 1);
  return { type: 'critique.panelist_notes', runId: 'run-1', round: 1, role: 'critic', text };
});
const lines = events.map((event, index) => JSON.stringify({ ...event, seq: index + 1, at: AT }));

/** Events per second of `work`, which handles `count` of them. */
async function perSecond(count: number, work: () => void | Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (count / (performance.now() - started)) * 1_000;
}

function bareInserts(file: string, perTransaction: number): Promise<number> {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = normal');
  database.exec('create table events (seq integer primary key, line text not null)');
  const insert = database.prepare('insert into events values (?, ?)');
  return perSecond(EVENTS, () => {
    for (let start = 0; start < EVENTS; start += perTransaction) {
      if (perTransaction > 1) database.exec('begin');
      const end = Math.min(start + perTransaction, EVENTS);
      for (let index = start; index < end; index += 1) insert.run(index + 1, lines[index] ?? '');
      if (perTransaction > 1) database.exec('commit');
    }
  }).finally(() => database.close());
}

async function appendAndFlush(file: string): Promise<number> {
  const log = createEventLog({ file, clock: Date.now });
  const rate = await perSecond(EVENTS, async () => {
    for (const [index, event] of events.entries()) {
      log.append(event);
      if (index % EVENTS_PER_CHUNK === 0) await log.pressure();
    }
    await log.flush();
  });
  await log.close();
  return rate;
}

async function readBack(file: string, options: ReadOptions): Promise<number> {
  return perSecond(EVENTS, async () => {
    let seen = 0;
    for await (const _ of readTranscript(file, options)) seen += 1;
    if (seen !== EVENTS) throw new Error(`read ${seen} of ${EVENTS} events`);
  });
}

function mustFixes(prefix: string, count: number): MustFix[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${prefix}-${index}`,
    role: 'a11y',
    text: 'Raise the contrast of the lead paragraph',
    dim: 'contrast',
    target: 'p.lead',
    severity: 'major',
    evidence: '2.9:1 measured, 4.5:1 required',
    witness: null,
    openedRound: 1,
    resolvedRound: null,
    synthetic: false,
  }));
}

async function insertRun(store: Store, id: string): Promise<void> {
  const order = {
    protocol: 'theater',
    project: 'p',
    title: 'bench',
    subjectKey: '',
    agent: 'bench',
    model: null,
  };
  const details = theaterDetails({ artifact: { content: '', mime: 'text/html' } });
  const config = { ...DEFAULT_CRITIQUE_CONFIG };
  const record = newRecord({ ...order, id, config, details, request: null }, 'p', AT);
  await store.insertRun({ ...record, artifactId: `artifact-${id}`, state: 'running' });
}

async function storeRates(file: string): Promise<{ single: number; batched: number; finish: number }> {
  const store = await openStore(file);
  await store.createProject({ id: 'p', name: 'bench', metadata: {}, createdAt: AT });
  await insertRun(store, 'r');
  const rows = BATCH * BATCHES;
  const one = mustFixes('one', rows);
  const single = await perSecond(rows, async () => {
    for (const mustFix of one) await store.saveMustFixes('r', [mustFix]);
  });
  const many = Array.from({ length: BATCHES }, (_, index) => mustFixes(`many${index}`, BATCH));
  const batched = await perSecond(rows, async () => {
    for (const list of many) await store.saveMustFixes('r', list);
  });
  for (let index = 0; index < FINISHES; index += 1) await insertRun(store, `r${index}`);
  const finish = await perSecond(FINISHES, async () => {
    for (let index = 0; index < FINISHES; index += 1) await finishRun(store, `r${index}`);
  });
  await store.close();
  return { single, batched, finish };
}

async function finishRun(store: Store, runId: string): Promise<void> {
  await store.finishRun({
    runId,
    state: 'shipped',
    composite: 8.5,
    finalRound: 1,
    cause: null,
    recoveryReason: null,
    inputTokens: null,
    outputTokens: null,
    costUsd: null,
    eventCount: 10,
    endedAt: AT,
    rounds: [],
    transcriptPath: 'transcript.ndjson',
    protocolVersion: 1,
  });
}

interface Figures {
  append: number;
  bare: number;
  bareBatched: number;
  full: number;
  stamp: number;
  single: number;
  batched: number;
  finish: number;
}

/** Everything once, in turn, so that a busy moment of the machine hurts all sides alike. */
async function measureOnce(folder: string, round: number): Promise<Figures> {
  const log = join(folder, `${round}.ndjson`);
  const bare = await bareInserts(join(folder, `${round}-1.sqlite`), 1);
  const append = await appendAndFlush(log);
  const bareBatched = await bareInserts(join(folder, `${round}-64.sqlite`), BATCH);
  const full = await readBack(log, { validation: 'full' });
  const stamp = await readBack(log, { validation: 'stamp' });
  return { append, bare, bareBatched, full, stamp, ...(await storeRates(join(folder, `${round}-s.sqlite`))) };
}

export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'jury-bench-'));
  try {
    const rounds: Figures[] = [];
    for (let round = 0; round <= REPEATS; round += 1) rounds.push(await measureOnce(folder, round));
    // The first round warms up.
    return report(rounds.slice(1));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function report(rounds: readonly Figures[]): BenchRow[] {
  const value = (key: keyof Figures): number => median(rounds.map((figures) => figures[key]));
  const ratio = (key: keyof Figures, anchor: keyof Figures): number =>
    median(rounds.map((figures) => figures[key] / figures[anchor]));
  const against = (
    name: string,
    key: keyof Figures,
    anchor: { key: keyof Figures; name: string; atLeast?: number },
  ): BenchRow => {
    const reached = ratio(key, anchor.key);
    const row = { name, value: value(key), unit: 'events/s', ratio: reached, anchor: anchor.name };
    if (anchor.atLeast === undefined) return row;
    return { ...row, target: `at least ${anchor.atLeast}`, met: reached >= anchor.atLeast };
  };
  return [
    against('event append, encoded and flushed', 'append', {
      key: 'bare',
      name: 'bare prepared INSERT',
      atLeast: 0.7,
    }),
    against('event append, encoded and flushed', 'append', {
      key: 'bareBatched',
      name: 'bare INSERT, 64 per transaction',
    }),
    against('transcript read, every field checked', 'full', { key: 'stamp', name: 'stamp and name only' }),
    {
      ...against('store, batches of 64', 'batched', { key: 'single', name: 'one by one', atLeast: 4 }),
      unit: 'rows/s',
    },
    { name: 'store, finished runs on the disk', value: value('finish'), unit: 'runs/s' },
  ];
}
