import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OperatorQuestion } from '@design-jury/contracts/questions';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { MARK_VARIABLE } from '../agents/process-group.ts';
import { createErrorHandler } from '../routes/errors.ts';
import { mountPlays } from '../routes/plays.ts';
import { mountQuestions } from '../routes/questions.ts';
import { createBodyReader } from '../routes/request.ts';
import { openStore } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import { type AskOptions, askOperator, questionKey } from './questions/ask.ts';
import { type Docket, openDocket } from './run-store.ts';

const run = promisify(execFile);
const ASKER = new URL('./test/asker.ts', import.meta.url).pathname;

async function open(): Promise<{ dataDir: string; store: Store; docket: Docket; api: Hono }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jury-docket-'));
  const store = await openStore(join(dataDir, 'jury.db'));
  onTestFinished(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const docket = openDocket({ dataDir, store, clock: Date.now, leaseMs: 500 });
  const api = new Hono();
  api.onError(createErrorHandler(() => {}));
  mountPlays(api, docket);
  const answerRetry = () => Promise.reject(new Error('no run asks here'));
  mountQuestions(api, { docket, jury: { answerRetry } }, createBodyReader(65_536));
  return { dataDir, store, docket, api };
}

const PLAY = {
  protocol: 'critic-loop' as const,
  subject: 'docs/x.md',
  title: 'x.md',
  config: { cap: 5 },
  state: { n: 0 },
};
const OPTIONS = [
  { label: 'In', description: 'build it', pro: 'whole', con: 'late' },
  { label: 'Out', description: 'leave it', pro: 'early', con: 'less' },
];
const asking = (id: string, question = 'In or out?') => ({
  id,
  key: questionKey('critic-loop', 'SCOPE', question),
  question,
  issue: 'two readings',
  why: 'only you know',
  options: OPTIONS,
});
const ALONE: AskOptions = {
  terminal: null,
  waits: false,
  onUnattended: 'pause',
  signal: new AbortController().signal,
};
const post = (api: Hono, id: string, body: unknown) =>
  api.request(`/api/questions/${id}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

test('events are numbered, kept in order and read from any place', async () => {
  const { docket } = await open();
  const play = await docket.start(PLAY);
  await play.emit({ type: 'loop.started' }, { type: 'loop.pass_ended', n: 1 });
  await play.emit({ type: 'loop.pass_ended', n: 2 });
  const events = await docket.events(play.record.id, 1);
  expect(events.map(({ seq, type }) => [seq, type])).toEqual([
    [2, 'loop.pass_ended'],
    [3, 'loop.pass_ended'],
  ]);
  expect((await docket.get(play.record.id)).eventCount).toBe(3);
});

test('a play held by another process cannot be resumed; one whose owner fell silent can', async () => {
  const { docket, dataDir, store } = await open();
  const play = await docket.start(PLAY);
  await play.save({ n: 3 });
  const other = openDocket({ dataDir, store, clock: Date.now, leaseMs: 500 });
  await expect(other.resume(play.record.id)).rejects.toMatchObject({ code: 'conflict' });
  const later = openDocket({ dataDir, store, clock: () => Date.now() + 60_000, leaseMs: 500 });
  expect((await later.resume(play.record.id)).record.state).toEqual({ n: 3 });
  // The one that slept must not write over it.
  await expect(play.save({ n: 4 })).rejects.toMatchObject({ code: 'conflict' });
});

test('a play is held once, in the same process too', async () => {
  const { docket } = await open();
  const play = await docket.start(PLAY);
  await expect(docket.resume(play.record.id)).rejects.toMatchObject({ code: 'conflict' });
  await play.release();
  expect((await docket.resume(play.record.id)).record.id).toBe(play.record.id);
});

test('whoever takes a play over ends what the process before it had started', async () => {
  const { docket } = await open();
  const play = await docket.start(PLAY);
  const left = spawn('sleep', ['60'], {
    env: { PATH: process.env.PATH, [MARK_VARIABLE]: `${play.record.id}.seat` },
  });
  const ended = once(left, 'exit');
  await once(left, 'spawn');
  await play.release();
  await docket.resume(play.record.id);
  expect((await ended)[1]).toBe('SIGKILL');
});

test('an ended play is over: nothing can be resumed and its questions are withdrawn', async () => {
  const { docket, api } = await open();
  const play = await docket.start(PLAY);
  await askOperator(docket, play, [asking('q1')], ALONE);
  await play.end({ outcome: 'CONVERGED', exitCode: 0 });
  await expect(docket.resume(play.record.id)).rejects.toMatchObject({ code: 'conflict' });
  const late = await post(api, `${play.record.id}.q1`, { choice: 1 });
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('no longer asked')]);
});

test('nobody there, pause: the play waits with its question open', async () => {
  const { docket } = await open();
  const play = await docket.start(PLAY);
  expect(await askOperator(docket, play, [asking('q1')], ALONE)).toEqual({ status: 'waiting' });
  expect((await docket.get(play.record.id)).status).toBe('waiting');
  expect(await docket.questions.list({ status: 'open' })).toHaveLength(1);
});

test('nobody there, defer: every question is skipped by "unattended"', async () => {
  const { docket } = await open();
  const play = await docket.start(PLAY);
  const result = await askOperator(docket, play, [asking('q1'), asking('q2')], {
    ...ALONE,
    onUnattended: 'defer',
  });
  expect(
    result.status === 'answered' && [...result.answers.values()].map(({ by, answer }) => [by, answer.choice]),
  ).toEqual([
    ['unattended', 'skip'],
    ['unattended', 'skip'],
  ]);
});

test('a deadline skips the question by itself', async () => {
  const { docket } = await open();
  const play = await docket.start(PLAY);
  const overdue = { ...asking('q1'), deadlineAt: new Date(Date.now() - 1).toISOString() };
  const result = await askOperator(docket, play, [overdue], { ...ALONE, waits: true, pollMs: 10 });
  expect(result.status === 'answered' && [...result.answers.values()][0]?.by).toBe('deadline');
});

test('[O1] the terminal and the browser race; the first answer stands and the other is told', async () => {
  const { docket, api } = await open();
  const play = await docket.start(PLAY);
  let dismissed = false;
  const result = askOperator(docket, play, [asking('q1')], {
    ...ALONE,
    pollMs: 10,
    terminal: (_, __, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          dismissed = true;
          reject(signal.reason);
        });
      }),
  });
  const id = `${play.record.id}.q1`;
  await expect.poll(async () => (await docket.questions.get(id))?.status).toBe('open');
  expect((await post(api, id, { choice: 2, note: 'not now' })).status).toBe(200);
  expect((await result).status).toBe('answered');
  expect(dismissed).toBe(true);
  const second = await post(api, id, { choice: 1 });
  expect([second.status, await second.text()]).toEqual([
    409,
    expect.stringContaining('answered already (web)'),
  ]);
  expect((await docket.questions.get(id))?.answer).toEqual({ choice: 2, note: 'not now' });
});

test.each(['pause', 'defer'] as const)(
  'a terminal that ends (Ctrl-D) leaves nobody to wait for: as if unattended (%s)',
  { timeout: 10_000 },
  async (onUnattended) => {
    const { docket } = await open();
    const play = await docket.start(PLAY);
    const result = await askOperator(docket, play, [asking('q1')], {
      ...ALONE,
      onUnattended,
      terminal: () => Promise.reject(new Error('the input ended')),
    });
    const stored = await docket.questions.get(`${play.record.id}.q1`);
    expect([result.status, stored?.status, stored?.answeredBy]).toEqual(
      onUnattended === 'pause' ? ['waiting', 'open', null] : ['answered', 'answered', 'unattended'],
    );
  },
);

test('[O1] two answers at once: one wins, the other is told', async () => {
  const { docket, api } = await open();
  const play = await docket.start(PLAY);
  await askOperator(docket, play, [asking('q1')], ALONE);
  const answers = await Promise.all(
    [1, 2, 1, 2].map((choice) => post(api, `${play.record.id}.q1`, { choice })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
});

test('an answer is offered as a precedent the next time, and never applied by itself', async () => {
  const { docket, api } = await open();
  const first = await docket.start(PLAY);
  await askOperator(docket, first, [asking('q1')], ALONE);
  await post(api, `${first.record.id}.q1`, { choice: 2, note: 'ships in May' });
  const second = await docket.start(PLAY);
  expect(await askOperator(docket, second, [asking('q1', 'In, or  OUT')], ALONE)).toEqual({
    status: 'waiting',
  });
  const listed = (await (await api.request('/api/questions')).json()) as {
    questions: { precedents: object[] }[];
  };
  expect(listed.questions[0]?.precedents).toMatchObject([{ label: 'Out', note: 'ships in May' }]);
});

test.each([
  [{ choice: 3 }, 'choice: it takes 1 to 2'],
  [{ choice: 'maybe' }, 'choice'],
  [{}, 'choice'],
])('the answer %j is refused with a sentence', async (body, sentence) => {
  const { docket, api } = await open();
  const play = await docket.start(PLAY);
  await askOperator(docket, play, [asking('q1')], ALONE);
  const refused = await post(api, `${play.record.id}.q1`, body);
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(sentence)]);
});

test('unknown plays and questions are not found; strange ids are refused', async () => {
  const { api } = await open();
  const nobody = 'play-00000000-0000-0000-0000-000000000000';
  expect((await api.request(`/api/plays/${nobody}`)).status).toBe(404);
  expect((await post(api, `${nobody}.q1`, { choice: 1 })).status).toBe(404);
  expect((await api.request('/api/plays/..%2Fx')).status).toBe(400);
  expect((await api.request('/api/plays?protocol=chess')).status).toBe(400);
});

test('a stream sends what was and what comes, from where the client left off, and ends with the play', async () => {
  const { docket, api } = await open();
  const play = await docket.start(PLAY);
  await play.emit({ type: 'loop.started' }, { type: 'loop.pass_ended', n: 1 });
  const response = await api.request(`/api/plays/${play.record.id}/events?since=1`);
  await play.emit({ type: 'loop.ended' });
  await play.end({ outcome: 'CONVERGED', exitCode: 0 });
  const text = await response.text();
  expect(text.match(/^id: \d+$/gm)).toEqual(['id: 2', 'id: 3']);
  expect(text).toContain('event: loop.ended');
});

test('asked in one process, answered in the browser, resumed by another process after a restart', async () => {
  const { docket, api, dataDir } = await open();
  const play = await docket.start(PLAY);
  await play.release();
  const asked = await run(process.execPath, [ASKER, dataDir, play.record.id, 'pause']);
  expect(JSON.parse(asked.stdout)).toEqual({ status: 'waiting', choice: null });
  const [question] = await docket.questions.list({ status: 'open' });
  expect((await post(api, (question as OperatorQuestion).id, { choice: 2 })).status).toBe(200);
  const resumed = await run(process.execPath, [ASKER, dataDir, play.record.id, 'wait']);
  expect(JSON.parse(resumed.stdout)).toEqual({ status: 'answered', choice: 2 });
  expect(await docket.get(play.record.id)).toMatchObject({
    status: 'ended',
    outcome: 'CONVERGED',
    exitCode: 0,
  });
});
