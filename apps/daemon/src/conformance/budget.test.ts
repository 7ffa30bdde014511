/** Budgets of one run, asked for in its request and spent by a real client on a scripted model. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { machinePace } from '../../../../scripts/machine-pace.ts';
import { type Engine, openEngine } from '../engine.ts';
import { readTranscript } from '../host/log/transcript.ts';
import { temporaryFolder } from '../host/test/engine.ts';
import { CANONICAL_BRIEF } from './briefs.ts';
import { type ModelServer, startModelServer } from './model-server/server.ts';
import { runCase } from './run-case.ts';
import { API_CANDIDATES } from './surroundings.ts';

const AGENT = 'openai';
let folder: string;
let server: ModelServer;
let engine: Engine;

beforeEach(async () => {
  folder = await temporaryFolder();
  server = await startModelServer();
  const candidate = API_CANDIDATES.find(({ id }) => id === AGENT);
  const env = (await candidate?.surround(server.urlFor('good'), folder)) ?? {};
  engine = await openEngine({
    dataDir: join(folder, 'data'),
    env: { ...env, OD_CRITIQUE_GROUNDING: 'off', OD_CRITIQUE_MAX_TOKENS: '1000000' },
  });
});

afterEach(async () => {
  await engine.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const play = (budget: { maxTokens?: number; maxCostUsd?: number }) =>
  runCase(engine, { agent: AGENT, model: 'gpt-5', brief: CANONICAL_BRIEF.text, ...budget });

test('a run within the budget of the variable ships, and its record says what it was', async () => {
  const { snapshot } = await play({});
  expect(snapshot.run).toMatchObject({
    state: 'shipped',
    config: { maxTokens: 1_000_000, maxCostUsd: null },
  });
});

test.each([
  [{ maxTokens: 100 }, 'tokens', /^\d+ tokens were used; the limit is 100$/],
  [{ maxCostUsd: 0.0001 }, 'cost', /\$0\.\d+ were spent; the limit is \$0\.0001$/],
])('%o stops the run, and its end says which budget it was', async (budget, kind, message) => {
  const { events, snapshot } = await play(budget);
  expect(snapshot.run).toMatchObject({ state: 'failed', cause: 'budget_exceeded', config: budget });
  expect(events.at(-1)).toMatchObject({
    type: 'critique.failed',
    cause: 'budget_exceeded',
    budget: kind,
    message: expect.stringMatching(message),
  });
});

/** Without a jury there are no numbered events: what is stored tells. */
async function writeAlone(scenario: string, budget: { maxTokens?: number; maxCostUsd?: number } = {}) {
  const candidate = API_CANDIDATES.find(({ id }) => id === AGENT);
  const env = (await candidate?.surround(server.urlFor(scenario), folder)) ?? {};
  const alone = await openEngine({ dataDir: join(folder, 'alone'), env });
  onTestFinished(() => alone.close());
  const { id } = await alone.jury.createProject({ name: 'Alone' });
  const request = { agent: AGENT, model: 'gpt-5', brief: CANONICAL_BRIEF.text, critique: false, ...budget };
  const { run } = await alone.jury.startRun(id, request);
  return vi.waitFor(
    async () => {
      const snapshot = await alone.jury.runSnapshot(id, run.id);
      expect(snapshot.run.endedAt).not.toBeNull();
      const page = await alone.jury.artifactFile(id, run.id, 'final').catch(() => null);
      const { path } = await alone.jury.transcriptFile(id, run.id).catch(() => ({ path: null }));
      const events = path === null ? [] : await Array.fromAsync(readTranscript(path));
      return { ...snapshot, page, end: events.at(-1) };
    },
    { timeout: 20_000 * machinePace() },
  );
}

test('without a jury a page within its budget is kept, with what it took', async () => {
  const { run, page } = await writeAlone('good', { maxTokens: 1_000_000, maxCostUsd: 10 });
  expect(run).toMatchObject({ state: 'legacy', cause: null });
  expect(run.inputTokens).toBeGreaterThan(0);
  expect(run.costUsd).toBeGreaterThan(0);
  expect(page).not.toBeNull();
});

test.each([
  [{ maxTokens: 10 }, 'tokens'],
  [{ maxCostUsd: 0.0001 }, 'cost'],
])(
  'without a jury %o is a reason with its name, and the page that was paid for is kept',
  async (budget, kind) => {
    const { run, end, page } = await writeAlone('good', budget);
    expect(run).toMatchObject({ state: 'failed', cause: 'budget_exceeded' });
    expect(run.outputTokens).toBeGreaterThan(0);
    expect(end).toMatchObject({ type: 'critique.failed', cause: 'budget_exceeded', budget: kind });
    expect(page).not.toBeNull();
  },
);

test('without a jury a model that fails is told by what it said, as with one', async () => {
  const { run, end } = await writeAlone('401');
  expect(run).toMatchObject({ state: 'failed', cause: 'agent_error' });
  expect(end).toMatchObject({ type: 'critique.failed', agentError: 'auth' });
});
