/** Runs as version 0.1 left them: no stored request, and a saved state only where nothing but questions was left. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { ClarificationItem } from '@design-jury/contracts/convergence/schema';
import type { RunRecord } from '@design-jury/contracts/run';
import { expect, test } from 'vitest';
import { openEngine } from '../../engine.ts';
import { findTranscript, readLog, TRANSCRIPT_NAME } from '../../host/log/transcript.ts';
import { takeAnswers } from './questions.ts';
import { eventsOf, openTestHost, type TestHost } from './test/host.ts';
import { folder } from './test/scripted.ts';

const AT = '2026-11-17T02:08:00.000Z';
const ITEM: ClarificationItem = {
  id: 'C-001',
  kind: 'question',
  statement: 'How many days of grace do schools have? Evidence checked: none - only the library knows',
  expectedForm: 'what is known about it',
  status: 'open',
  blocks: 'approval',
  userInput: '',
};
const PARKED = { outcome: 'converged', exitCode: 0, result: { findings: [], clarifications: [ITEM] } };

/** A row, a log and a saved state, and nothing else. */
async function leave(there: TestHost, state: RunRecord['state'], saved: unknown): Promise<RunRecord> {
  const { store, host, dataDir } = there;
  const id = 'play-1';
  const events = [
    { type: 'convergence.started', phase: 'error-analysis', workers: [], maxRounds: 2, adversarial: true },
    ...(state === 'waiting'
      ? [
          { type: 'convergence.clarifications', items: [ITEM] },
          { type: 'convergence.ended', finalState: 'converged', totalRounds: 1, notes: [] },
          { type: 'question.asked', id: `${id}.C-001`, question: ITEM.statement },
        ]
      : []),
  ].map((event, index) => ({ ...event, seq: index + 1, at: AT }));
  const run: RunRecord = {
    id,
    projectId: 'p-1',
    artifactId: id,
    protocol: 'convergence',
    state,
    title: 'LATE-8: error-analysis',
    subjectKey: 'LATE-8',
    outcome: null,
    exitCode: null,
    agent: 'grounded',
    model: null,
    config: {},
    cause: null,
    recoveryReason: null,
    inputTokens: null,
    outputTokens: null,
    costUsd: null,
    eventBase: 0,
    eventCount: events.length,
    createdAt: AT,
    startedAt: AT,
    updatedAt: AT,
    endedAt: null,
  };
  await store.createProject({ id: 'p-1', name: 'LATE-8', metadata: {}, createdAt: AT });
  await store.insertRun(run);
  const database = new DatabaseSync(join(dataDir, 'jury.db'));
  database
    .prepare('update runs set checkpoint_json = ?, checkpoint_seq = ? where id = ?')
    .run(JSON.stringify(saved), events.length, id);
  database.close();
  mkdirSync(host.folder(run), { recursive: true });
  const lines = events.map((event) => `${JSON.stringify(event)}\n`);
  writeFileSync(join(host.folder(run), TRANSCRIPT_NAME), lines.join(''));
  if (state === 'waiting')
    await store.questions.ask([
      {
        id: `${id}.C-001`,
        runId: id,
        retry: null,
        protocol: 'convergence',
        key: 'k',
        question: ITEM.statement,
        issue: '',
        why: '',
        options: ['Yes', 'No', 'As noted'].map((label) => ({ label, description: '', pro: '', con: '' })),
        status: 'open',
        answer: null,
        answeredBy: null,
        askedAt: AT,
        answeredAt: null,
        deadlineAt: null,
      },
    ]);
  return run;
}

const answer = ({ store }: TestHost) =>
  store.questions.answer('play-1.C-001', { choice: 3, note: 'Three.' }, 'web', new Date().toISOString());

test('one that waits for an answer waits on, asks nothing twice, and ends with its outcome when it is answered', async () => {
  const there = await openTestHost();
  const { id } = await leave(there, 'waiting', PARKED);
  await there.host.resume(id);
  expect((await there.host.done(id)).state).toBe('waiting');
  await answer(there);
  await there.host.resume(id);
  const run = await there.host.done(id);
  expect(run).toMatchObject({ state: 'ended', outcome: 'converged', exitCode: 0 });
  const types = (await eventsOf(there, run)).map(({ type }) => type as string);
  expect(types.filter((type) => type === 'question.asked')).toHaveLength(1);
  expect(types.filter((type) => type === 'run.ended')).toHaveLength(1);
});

test('the next run of the task takes the answer and closes it; what is open is asked again', async () => {
  const there = await openTestHost();
  await leave(there, 'waiting', PARKED);
  await answer(there);
  const { host, store } = there;
  const runs = { host, questions: store.questions, allRuns: store.listAllRuns.bind(store) };
  const other: ClarificationItem = {
    ...ITEM,
    id: 'C-002',
    statement: 'Who pays? Evidence checked: none - open',
  };
  // Under another number: the words say which question it is.
  const items = await takeAnswers(runs, 'LATE-8', [{ ...ITEM, id: 'C-007' }, other]);
  expect(items).toEqual([{ ...ITEM, id: 'C-007', status: 'answered', userInput: 'Three.' }, other]);
  expect(await store.getRun('play-1')).toMatchObject({ state: 'ended', outcome: 'converged', exitCode: 0 });
});

test('one that was killed cannot go on: it is closed as interrupted, and nobody is asked', async () => {
  const there = await openTestHost();
  const { id } = await leave(there, 'paused', null);
  await there.host.resume(id);
  expect(await there.host.done(id)).toMatchObject({ state: 'ended', outcome: 'interrupted', exitCode: 130 });
});

const RECORDED = fileURLToPath(new URL('../../../../../__fixtures__/data-0.1/', import.meta.url));

test('a recorded data folder of 0.1: every run says what it said, with its outcome; what was open is closed', async () => {
  const there = folder();
  for (const name of ['data', 'expected'])
    execFileSync('tar', ['-xzf', join(RECORDED, `${name}.tar.gz`), '-C', there]);
  const engine = await openEngine({ dataDir: join(there, 'data'), env: { PATH: process.env.PATH } });
  try {
    const { host, jury, questions } = engine;
    const runs = await jury.allRuns({ protocols: ['convergence'], limit: 200 });
    expect(
      Object.fromEntries(runs.map(({ id, state, outcome }) => [id.slice(0, 13), outcome ?? state])),
    ).toEqual({
      'play-776c54d0': 'converged',
      'play-6c855f70': 'passed',
      'play-7d7c2ba4': 'blocked-by-disagreement',
      'play-c9686c71': 'blocked',
      'play-6c72d088': 'passed',
      'play-e4129315': 'waiting',
      'play-d55b20a2': 'aborted-non-result',
      'play-aa1e12ee': 'interrupted',
      'play-de3637c3': 'paused',
    });
    for (const run of runs) {
      const lines: string[] = [];
      for await (const { line } of readLog((await findTranscript(host.folder(run))) ?? '')) lines.push(line);
      const recorded = readFileSync(join(there, 'expected/plays/replay', `${run.id}.ndjson`), 'utf8');
      expect(
        lines.map((line) => JSON.parse(line)),
        run.id,
      ).toEqual(
        recorded
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      );
    }
    const killed = runs.find(({ state }) => state === 'paused')?.id ?? '';
    await host.resume(killed);
    expect(await host.done(killed)).toMatchObject({ outcome: 'interrupted', exitCode: 130 });
    const asking = runs.find(({ state }) => state === 'waiting')?.id ?? '';
    const [question] = await questions.list({ runId: asking, status: 'open' });
    const item = { ...ITEM, statement: question?.question ?? '' };
    await questions.answer(
      question?.id ?? '',
      { choice: 3, note: 'Three.' },
      'web',
      new Date().toISOString(),
    );
    const all = { host, questions, allRuns: jury.allRuns.bind(jury) };
    expect(await takeAnswers(all, 'LATE-8', [item])).toEqual([
      { ...item, status: 'answered', userInput: 'Three.' },
    ]);
    expect(await host.get(asking)).toMatchObject({ state: 'ended', outcome: 'converged', exitCode: 0 });
  } finally {
    await engine.close();
  }
});
