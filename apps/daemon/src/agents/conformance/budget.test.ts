/** Budgets of one run, asked for in its request and spent by a real client on a scripted model. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Engine, openEngine } from '../../engine.ts';
import { temporaryFolder } from '../../runs/test/engine.ts';
import { CANONICAL_BRIEF } from './briefs.ts';
import { type ModelServer, startModelServer } from './model-server/server.ts';
import { playCase } from './play-case.ts';
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
  playCase(engine, { agent: AGENT, model: 'gpt-5', brief: CANONICAL_BRIEF.text, ...budget });

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
