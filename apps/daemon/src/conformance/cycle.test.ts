import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConformanceCycle } from '@design-jury/contracts/conformance';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEngine } from '../engine.ts';
import { BRIEF_TEMPLATES, CANONICAL_BRIEF } from './briefs.ts';
import { runScriptedCycle } from './cycle.ts';
import type { ScenarioName } from './model-server/scenarios.ts';
import { startModelServer } from './model-server/server.ts';
import { runCase } from './run-case.ts';
import { API_CANDIDATES, type Candidate } from './surroundings.ts';
import { recordCycles } from './verdict.ts';

const BRIEFS = [CANONICAL_BRIEF, ...BRIEF_TEMPLATES.slice(-2)];
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jury-cycle-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function candidate(id: string): Candidate {
  const found = API_CANDIDATES.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
}

async function cycle(scenario: ScenarioName): Promise<ConformanceCycle> {
  const played = await runScriptedCycle(candidate('openai-compatible'), {
    briefs: BRIEFS,
    scenario,
    clock: Date.now,
    signal: new AbortController().signal,
  });
  if (played === null) throw new Error('stopped');
  return played;
}

/** How a run of the agent ends that is routed by this data folder. */
async function routed(): Promise<string> {
  const server = await startModelServer();
  const env = await candidate('openai-compatible').surround(server.urlFor('good'), folder);
  const engine = await openEngine({ dataDir: join(folder, 'data'), env });
  try {
    const { events } = await runCase(engine, { agent: 'openai-compatible', brief: CANONICAL_BRIEF.text });
    const end = events.at(-1);
    return end?.type === 'critique.degraded'
      ? end.reason
      : `${end?.type} after ${server.answers().length} answers`;
  } finally {
    await engine.close();
    await server.close();
  }
}

it('a good model makes a clean cycle', async () => {
  expect(await cycle('good')).toMatchObject({
    agent: 'openai-compatible',
    transport: 'model-api',
    cases: 3,
    complete: 3,
    cleanParse: 3,
    passed: 3,
    failures: [],
  });
});

it('two cycles that cannot be read take the agent off the panel where runs are routed; a good one brings it back', async () => {
  const bad = await cycle('malformed');
  expect(bad).toMatchObject({ complete: 0, cleanParse: 0, passed: 0 });
  expect(bad.failures[0]).toMatch(/^canonical: parses: malformed_block/);
  const dataDir = join(folder, 'data');
  await recordCycles(dataDir, [bad], Date.now());
  expect(await routed()).toBe('critique.ship after 3 answers');
  await recordCycles(dataDir, [bad], Date.now());
  expect(await routed()).toBe('adapter_unsupported');
  await recordCycles(dataDir, [await cycle('good')], Date.now());
  expect(await routed()).toBe('critique.ship after 3 answers');
});

it('a cycle that is stopped says nothing', async () => {
  const stop = new AbortController();
  const played = await runScriptedCycle(candidate('ollama'), {
    briefs: BRIEFS,
    clock: Date.now,
    signal: stop.signal,
    onCase: () => stop.abort(),
  });
  expect(played).toBeNull();
});
