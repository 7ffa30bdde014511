/** A run that proved nothing asks whether to try again; an answer starts one run, whoever gives it. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StartRunRequest } from '@design-jury/contracts/http';
import { type OperatorQuestion, QuestionListSchema } from '@design-jury/contracts/questions';
import { isTheaterRun, type RunRecord, type TheaterRun } from '@design-jury/contracts/run';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { markDegraded } from '../../agents/degraded.ts';
import { folderPlace } from '../../host/place/folder-place.ts';
import { REQUEST_FILE } from '../../host/request-file.ts';
import { type FakeCall, openTestEngine, type TestEngine, temporaryFolder } from '../../host/test/engine.ts';
import { createApp } from '../../routes/app.ts';
import { createServer, SERVER_DEFAULTS } from '../../server.ts';
import { openStore } from '../../store/database.ts';
import { queuedRun } from './test/stored-run.ts';

const CRASHES: FakeCall = ['crashes'];
const HAPPY: FakeCall = ['plays', 'model-happy-3-rounds'];
const RETRY = { choice: 1, note: '' } as const;
const SKIP = { choice: 'skip', note: '' } as const;

let dataDir: string;
const engines: TestEngine[] = [];

beforeEach(async () => {
  dataDir = await temporaryFolder();
});

afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function open(fakes: Record<string, FakeCall>, config = {}): Promise<TestEngine> {
  const engine = await openTestEngine(fakes, { dataDir, config });
  engines.push(engine);
  return engine;
}

async function close(engine: TestEngine): Promise<void> {
  engines.splice(engines.indexOf(engine), 1);
  await engine.close();
}

async function ended(engine: TestEngine, request: Partial<StartRunRequest>): Promise<TheaterRun> {
  const { run } = await engine.start(request);
  return over(engine, run.id);
}

/** By the store, which has the last word after the last event. */
async function over(engine: TestEngine, runId: string): Promise<TheaterRun> {
  const state = async (): Promise<TheaterRun> =>
    theater((await engine.jury.runSnapshot((await runIn(engine, runId)).projectId, runId)).run);
  await expect.poll(async () => (await state()).endedAt).not.toBeNull();
  return state();
}

function theater(run: RunRecord): TheaterRun {
  if (!isTheaterRun(run)) throw new Error(`${run.id} is a run of ${run.protocol}`);
  return run;
}

async function runIn(engine: TestEngine, runId: string): Promise<TheaterRun> {
  for (const { id } of await engine.jury.listProjects(100)) {
    const run = (await engine.jury.listRuns(id, 200)).find((record) => record.id === runId);
    if (run !== undefined) return theater(run);
  }
  throw new Error(`there is no run ${runId}`);
}

const asked = (engine: TestEngine): Promise<OperatorQuestion[]> => engine.questions.list({ status: 'open' });

const save = (folder: string, asked: unknown): Promise<void> =>
  writeFile(join(folder, REQUEST_FILE), JSON.stringify(asked));

async function onlyQuestion(engine: TestEngine): Promise<OperatorQuestion> {
  const open = await asked(engine);
  expect(open).toHaveLength(1);
  return open[0] as OperatorQuestion;
}

const runsOf = async (engine: TestEngine, projectId = engine.projectId): Promise<TheaterRun[]> =>
  (await engine.jury.listRuns(projectId, 200)).map(theater);

describe('what is asked', () => {
  test('[O2] a run that failed asks once, with ways to go on and what speaks for and against each', async () => {
    const engine = await open({ a: CRASHES, b: HAPPY });
    const run = await ended(engine, {
      agent: 'a',
      artifact: { content: '<p>x</p>', mime: 'text/html', name: 'x.html' },
    });
    expect(run.state).toBe('failed');
    const question = await onlyQuestion(engine);
    expect(question).toMatchObject({
      id: `${run.id}.retry`,
      protocol: 'theater',
      runId: run.id,
      retry: { projectId: run.projectId, runId: run.id, agents: [null, 'grounded', 'b'] },
      question: 'The run of “x.html” failed: try again?',
      issue: expect.stringMatching(/^the agent ended with code \d/),
    });
    expect(question.options.map(({ label }) => label)).toEqual([
      'Try again with Fake a',
      'Measure it without a model',
      'Try the same with Fake b',
    ]);
    for (const { pro, con } of question.options) expect([pro, con]).not.toContain('');
  });

  test.each([
    ['degraded', { garbled: ['plays', 'model-prose-only'] as FakeCall }, {}, 'was degraded'],
    ['timed_out', { silent: ['silent'] as FakeCall }, { totalTimeoutMs: 300 }, 'ran out of time'],
  ] as const)('[O2] a run that ended %s asks', async (state, fakes, request, words) => {
    const engine = await open(fakes);
    const run = await ended(engine, { agent: Object.keys(fakes)[0], ...request } as StartRunRequest);
    expect(run.state).toBe(state);
    expect((await onlyQuestion(engine)).question).toContain(`${words}: try again?`);
  });

  test('an agent that is set aside: the run asks', async () => {
    const engine = await open({ a: HAPPY });
    await markDegraded(dataDir, 'a', 'failed its checks', Date.now());
    expect((await ended(engine, { agent: 'a' })).state).toBe('degraded');
    expect((await onlyQuestion(engine)).issue).toContain('marked degraded until');
  });

  test('[O2] a verdict asks nothing, and neither does a run that somebody stopped', async () => {
    const engine = await open({ a: HAPPY, slow: ['plays', 'model-happy-3-rounds', '20', '400'] });
    expect((await ended(engine, { agent: 'a' })).state).toBe('shipped');
    expect((await ended(engine, { agent: 'a', threshold: 10 })).state).toBe('below_threshold');
    const { run } = await engine.start({ agent: 'slow' });
    await engine.heard((event) => event.runId === run.id);
    await engine.jury.interruptRun(engine.projectId, run.id);
    const interrupted = await over(engine, run.id);
    expect(interrupted.state).toBe('interrupted');
    expect(await folderPlace(join(dataDir, 'artifacts', interrupted.artifactId)).wasStopped()).toBe(true);
    expect(await asked(engine)).toEqual([]);
  });

  test('[O2] a run that a crash cut off asks after the restart; one that the end of the daemon cut off asks too', async () => {
    const record = queuedRun('p-left', 'a', 'A page.');
    const folder = join(dataDir, 'artifacts', record.artifactId);
    await mkdir(folder, { recursive: true });
    await save(folder, { request: { brief: 'A page.', agent: 'a' }, path: null });
    // Somebody had stopped this one when its process died.
    const stopped = { ...record, id: 'r-stopped', artifactId: 'a-stopped' };
    const beside = join(dataDir, 'artifacts', stopped.artifactId);
    await mkdir(beside);
    await save(beside, { request: { brief: 'A page.', agent: 'a' }, path: null });
    await folderPlace(beside).noteStop();
    const store = await openStore(join(dataDir, 'jury.db'));
    await store.createProject({ id: 'p-left', name: 'left', metadata: {}, createdAt: record.createdAt });
    await store.insertRun(stopped);
    await store.insertRun(record);
    await store.close();

    const first = await open({ a: ['plays', 'model-happy-3-rounds', '20', '400'] });
    const cut = await onlyQuestion(first);
    expect(cut).toMatchObject({
      retry: { runId: record.id },
      question: 'The run of “A page.” was cut off: try again?',
    });
    const { run } = await first.start({ agent: 'a' });
    await first.heard((event) => event.runId === run.id);
    await close(first);

    const second = await open({ a: HAPPY });
    expect((await asked(second)).map(({ retry: of }) => of?.runId)).toEqual([record.id, run.id]);
    // What was cut off is played in a process that has never seen it.
    const { run: retry } = await second.jury.answerRetry(cut.id, RETRY, 'web');
    expect(await over(second, retry?.run.id ?? '')).toMatchObject({
      state: 'shipped',
      retryOf: record.id,
      subject: { kind: 'brief', text: 'A page.' },
    });
  });

  test('[O4] tries in a row ask three times at most', async () => {
    const engine = await open({ a: CRASHES });
    let run = await ended(engine, { agent: 'a' });
    for (const tries of [1, 2, 3]) {
      const { run: retry } = await engine.jury.answerRetry(`${run.id}.retry`, RETRY, 'web');
      expect(retry?.run.retryOf).toBe(run.id);
      run = await over(engine, retry?.run.id ?? '');
      expect([tries, (await asked(engine)).length]).toEqual([tries, tries < 3 ? 1 : 0]);
    }
  });

  test('[O4] many runs that fail ask nine questions at a time, and the same page only its newest', async () => {
    const engine = await open({ a: CRASHES }, { maxConcurrentRuns: 1 });
    for (let index = 1; index <= 10; index++) {
      await ended(engine, { agent: 'a', brief: `Page ${index}` });
      expect(await asked(engine)).toHaveLength(Math.min(index, 9));
    }
    await ended(engine, { agent: 'a', brief: 'Page 1' });
    const open9 = await asked(engine);
    expect(open9).toHaveLength(9);
    expect(open9.filter(({ question }) => question.includes('“Page 1”'))).toHaveLength(1);
    // As soon as one is answered there is room for another.
    await engine.jury.answerRetry(open9[0]?.id ?? '', SKIP, 'web');
    await ended(engine, { agent: 'a', brief: 'Page 11' });
    expect((await asked(engine)).at(-1)?.question).toContain('“Page 11”');
  });

  test('[O4] a question that nobody waits for is skipped after a day; one that is waited for stays', async () => {
    const engine = await open({ a: CRASHES });
    await ended(engine, { agent: 'a', brief: 'One' });
    await ended(engine, { agent: 'a', brief: 'Two', onUnattended: 'pause' });
    const [one, two] = await asked(engine);
    expect(two?.deadlineAt).toBeNull();
    expect(Date.parse(one?.deadlineAt ?? '') - Date.parse(one?.askedAt ?? '')).toBe(86_400_000);
    await engine.questions.expire(new Date(Date.parse(one?.deadlineAt ?? '') - 1).toISOString());
    expect(await asked(engine)).toHaveLength(2);
    await engine.questions.expire(one?.deadlineAt ?? '');
    expect((await asked(engine)).map(({ id }) => id)).toEqual([two?.id]);
    expect(await engine.questions.get(one?.id ?? '')).toMatchObject({
      answeredBy: 'deadline',
      answer: { choice: 'skip' },
    });
  });

  test('[O1] how it was answered before is offered and not applied', async () => {
    const engine = await open({ a: CRASHES });
    const first = await ended(engine, { agent: 'a', brief: 'One' });
    const { run: retry } = await engine.jury.answerRetry(
      `${first.id}.retry`,
      { choice: 1, note: 'again' },
      'web',
    );
    await over(engine, retry?.run.id ?? '');
    const question = await onlyQuestion(engine);
    expect(await engine.questions.precedents(question.key)).toMatchObject([
      { label: 'Try again with Fake a', note: 'again' },
    ]);
    expect(question.answer).toBeNull();
  });
});

describe('what an answer does', () => {
  test('[O3] after a restart, an answer starts one run with the brief of the first; a second answer is told', async () => {
    const first = await open({ a: CRASHES });
    const failed = await ended(first, { agent: 'a', brief: 'Invoices for harbours.', maxRounds: 2 });
    await close(first);
    const second = await open({ a: HAPPY });
    const { run } = await second.jury.answerRetry(`${failed.id}.retry`, RETRY, 'web');
    const retried = await over(second, run?.run.id ?? '');
    expect(retried).toMatchObject({
      retryOf: failed.id,
      agent: 'a',
      subject: { kind: 'brief', text: 'Invoices for harbours.' },
      config: { maxRounds: 2 },
    });
    await expect(second.jury.answerRetry(`${failed.id}.retry`, RETRY, 'web')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('answered already (web)'),
    });
    expect(await runsOf(second, failed.projectId)).toHaveLength(2);
  });

  test('[O1] [O3] many answers at once, in two processes of one folder: one wins, and there is one run', async () => {
    const [one, two] = [await open({ a: CRASHES }), await open({ a: CRASHES })];
    const failed = await ended(one, { agent: 'a' });
    const answers = await Promise.allSettled(
      [one, two, one, two, one, two].map(({ jury }) => jury.answerRetry(`${failed.id}.retry`, RETRY, 'web')),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await runsOf(one, failed.projectId)).toHaveLength(2);
  });

  test('[O3] an answer whose process died is carried out once, by whoever finds it', async () => {
    const first = await open({ a: CRASHES });
    const failed = await ended(first, { agent: 'a' });
    const longAgo = new Date(Date.now() - 60_000).toISOString();
    await first.questions.answer(`${failed.id}.retry`, RETRY, 'terminal', longAgo);
    await close(first);
    const [one, two] = [await open({ a: HAPPY }), await open({ a: HAPPY })];
    const started = await Promise.all([one, one, two, two].map(({ jury }) => jury.settleRetries()));
    const ids = new Set(started.flat().map(({ run }) => run.id));
    expect(ids.size).toBe(1);
    const id = [...ids][0] ?? '';
    await expect.poll(async () => (await runIn(one, id)).state).toBe('shipped');
    expect(await runsOf(one, failed.projectId)).toHaveLength(2);
    expect(await one.jury.settleRetries()).toEqual([]);
    // The folders of those who were too late are gone.
    expect(await readdir(join(dataDir, 'artifacts'))).toHaveLength(2);
  });

  test('an answer that was just given is left to whoever gave it', async () => {
    const engine = await open({ a: CRASHES });
    const failed = await ended(engine, { agent: 'a' });
    await engine.questions.answer(`${failed.id}.retry`, RETRY, 'terminal', new Date().toISOString());
    expect(await engine.jury.settleRetries()).toEqual([]);
    expect(await runsOf(engine)).toHaveLength(1);
  });

  test('[O3] whoever cannot start it does not ask again once another process has', async () => {
    const engine = await open({ a: CRASHES });
    const failed = await ended(engine, { agent: 'a' });
    await engine.questions.answer(`${failed.id}.retry`, RETRY, 'web', new Date().toISOString());
    await engine.questions.reopen(`${failed.id}.retry`);
    await engine.jury.answerRetry(`${failed.id}.retry`, RETRY, 'web');
    await engine.questions.reopen(`${failed.id}.retry`);
    expect((await engine.questions.get(`${failed.id}.retry`))?.status).toBe('answered');
  });

  test('Skip leaves the run as it is', async () => {
    const engine = await open({ a: CRASHES });
    const failed = await ended(engine, { agent: 'a' });
    expect((await engine.jury.answerRetry(`${failed.id}.retry`, SKIP, 'terminal')).run).toBeNull();
    expect(await engine.jury.settleRetries()).toEqual([]);
    expect(await runsOf(engine)).toEqual([failed]);
  });

  test('another agent gets the brief, and nothing that belongs to the first', async () => {
    const engine = await open({ a: CRASHES, b: HAPPY });
    const failed = await ended(engine, {
      agent: 'a',
      model: 'm-1',
      panelMode: 'independent',
      seats: { critic: 'a' },
    });
    const { options, retry: of } = await onlyQuestion(engine);
    expect([options.length, of?.agents]).toEqual([2, [null, 'b']]);
    const { run } = await engine.jury.answerRetry(`${failed.id}.retry`, { choice: 2, note: '' }, 'web');
    expect(await over(engine, run?.run.id ?? '')).toMatchObject({
      state: 'shipped',
      agent: 'b',
      model: null,
    });
  });

  test('what cannot be tried any more is said, and the question stays for another answer', async () => {
    const first = await open({ a: CRASHES });
    const failed = await ended(first, { agent: 'a' });
    await close(first);
    const second = await open({ b: HAPPY });
    await expect(second.jury.answerRetry(`${failed.id}.retry`, RETRY, 'web')).rejects.toMatchObject({
      message: expect.stringContaining('there is no agent "a"'),
    });
    expect((await onlyQuestion(second)).answer).toBeNull();
    expect(await runsOf(second, failed.projectId)).toHaveLength(1);
  });
});

describe('over HTTP', () => {
  const opened = (engine: TestEngine) =>
    createApp({
      jury: engine.jury,
      bus: engine.bus,
      questions: engine.questions,
      ...SERVER_DEFAULTS,
    });
  const headers = { Host: '127.0.0.1', 'Content-Type': 'application/json' };

  test('the list holds what runs ask; an answer tells the run it started, and whoever is late gets a 409', async () => {
    const engine = await open({ a: CRASHES });
    const failed = await ended(engine, { agent: 'a' });
    const api = opened(engine);
    const list = async (query: string): Promise<string[]> => {
      const response = await api.request(`/api/questions${query}`, { headers });
      const { questions } = QuestionListSchema.parse(await response.json());
      return questions.map(({ id }) => id);
    };
    expect(await list('')).toEqual([`${failed.id}.retry`]);
    expect(await list(`?run=${failed.id}`)).toEqual([`${failed.id}.retry`]);
    expect(await list('?run=r-other')).toEqual([]);
    expect((await api.request('/api/questions?run=..', { headers })).status).toBe(400);
    const answer = (choice: unknown) =>
      api.request(`/api/questions/${failed.id}.retry`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ choice }),
      });
    expect((await answer(9)).status).toBe(400);
    const [first, second] = await Promise.all([answer(1), answer(1)]);
    const [won, late] = first.status === 200 ? [first, second] : [second, first];
    const { retry } = (await won.json()) as { retry: TheaterRun };
    expect([won.status, retry.retryOf]).toEqual([200, failed.id]);
    expect([late.status, await late.text()]).toEqual([
      409,
      expect.stringContaining('answered already (web)'),
    ]);
    await over(engine, retry.id);
    expect(await list('')).toEqual([`${retry.id}.retry`]);
  });

  test('[O3] a daemon that starts finds the answer that nobody carried out', async () => {
    const first = await open({ a: CRASHES });
    const failed = await ended(first, { agent: 'a' });
    const longAgo = new Date(Date.now() - 60_000).toISOString();
    await first.questions.answer(`${failed.id}.retry`, RETRY, 'terminal', longAgo);
    await close(first);
    const second = await open({ a: HAPPY });
    const server = createServer({ jury: second.jury, bus: second.bus, questions: second.questions });
    await server.listen();
    await expect
      .poll(async () => (await runsOf(second, failed.projectId)).map(({ state }) => state))
      .toEqual(['shipped', 'failed']);
    await server.close();
  });
});

describe('the rerun button', () => {
  test('[O3] it answers the question, and pressed twice it starts one run', async () => {
    const first = await open({ a: CRASHES });
    const failed = await ended(first, { agent: 'a' });
    await close(first);
    const engine = await open({ a: ['plays', 'model-happy-3-rounds', '20', '100'] });
    const presses = await Promise.allSettled([
      engine.jury.rerun(failed.projectId, failed.id),
      engine.jury.rerun(failed.projectId, failed.id),
    ]);
    const ids = presses.flatMap((press) => (press.status === 'fulfilled' ? [press.value.run.id] : []));
    expect(new Set(ids).size).toBe(1);
    expect(await runsOf(engine, failed.projectId)).toHaveLength(2);
    expect(await engine.questions.get(`${failed.id}.retry`)).toMatchObject({ answeredBy: 'rerun' });
    await expect(engine.jury.answerRetry(`${failed.id}.retry`, RETRY, 'web')).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(engine.jury.rerun(failed.projectId, failed.id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`already, as run ${ids[0]}`),
    });
  });

  test('once the retry is over it may be pressed again', async () => {
    const engine = await open({ a: CRASHES });
    const failed = await ended(engine, { agent: 'a' });
    const retry = await over(engine, (await engine.jury.rerun(failed.projectId, failed.id)).run.id);
    const again = await over(engine, (await engine.jury.rerun(failed.projectId, failed.id)).run.id);
    expect([retry.retryOf, again.retryOf]).toEqual([failed.id, failed.id]);
    expect(again.id).not.toBe(retry.id);
  });
});
