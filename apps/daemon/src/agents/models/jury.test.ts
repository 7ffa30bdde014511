/** Whole runs with model APIs behind them, and where their keys could be found afterwards: nowhere. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Credentials } from '@design-jury/contracts/credentials';
import { DEFAULT_CRITIQUE_CONFIG, type RunLimits } from '@design-jury/contracts/defaults';
import type { RunSnapshot } from '@design-jury/contracts/http';
import { isTerminalEvent, type TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { tokensOf } from '../../conformance/model-server/act.ts';
import { forgedPage } from '../../conformance/model-server/forgery.ts';
import { type ModelServer, startModelServer } from '../../conformance/model-server/server.ts';
import { type Engine, openEngine } from '../../engine.ts';
import { temporaryFolder } from '../../host/test/engine.ts';
import { createServer } from '../../server.ts';
import { openModels } from './open.ts';
import { EVERY_PROVIDER, environmentAt, MARKED_KEY } from './test/providers-at.ts';

const PAGE = '<!doctype html><html lang="en"><title>Bread</title><main><h1>Bread</h1></main></html>';

let far: ModelServer;
beforeAll(async () => {
  far = await startModelServer({
    scenarios: {
      'leaky-401': () => [
        { type: 'status', status: 401, message: `Incorrect API key provided: ${MARKED_KEY}` },
      ],
      leak: () => [{ type: 'text', text: `<CRITIQUE_RUN version="1"><ROUND n="1">${MARKED_KEY}` }],
    },
  });
});
afterAll(() => far.close());

interface Played {
  engine: Engine;
  dataDir: string;
  snapshot: RunSnapshot;
  events: TranscriptEvent[];
  env: Record<string, string>;
}

interface Changes {
  credentials?: Credentials;
  limits?: Partial<RunLimits>;
  page?: string;
  /** Asks the run to stop at the first event that passes. */
  interruptAt?: (event: TranscriptEvent) => boolean;
}

async function play(agent: string, scenario: string, changes: Changes = {}): Promise<Played> {
  const { credentials, limits = {}, page = PAGE, interruptAt } = changes;
  const dataDir = await temporaryFolder();
  const own = credentials === undefined ? environmentAt(far.urlFor(scenario)) : {};
  const env = { ...own, HOME: dataDir, OD_PROXY_ALLOWED_HOSTS: new URL(far.url).host };
  const config = { ...DEFAULT_CRITIQUE_CONFIG, grounding: 'off' } as const;
  const engine = await openEngine({ dataDir, env, config, limits });
  onTestFinished(async () => {
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const project = await engine.jury.createProject({ name: 'models' });
  const events: TranscriptEvent[] = [];
  const over = Promise.withResolvers<void>();
  engine.bus.listen(project.id, (item) => {
    const event = item.event as TranscriptEvent;
    events.push(event);
    if (interruptAt?.(event) === true) void engine.jury.interruptRun(project.id, event.runId);
    if (isTerminalEvent(event)) over.resolve();
  });
  const { run } = await engine.jury.startRun(project.id, {
    agent,
    brief: 'Title: Bread that sells',
    artifact: { content: page, mime: 'text/html' },
    design: '# Rye\n\nInk is #111.',
    ...(credentials !== undefined && { credentials, model: 'm' }),
  });
  await over.promise;
  return { engine, dataDir, snapshot: await engine.jury.runSnapshot(project.id, run.id), events, env };
}

describe.each(EVERY_PROVIDER)('[M4] a jury played by %s', (agent) => {
  test('ships in its third round, in conversation, with usage and what it cost', async () => {
    const before = far.answers().length;
    const { snapshot, events } = await play(agent, 'good');
    expect(snapshot.run).toMatchObject({ state: 'shipped', finalRound: 3, agent });
    expect(
      events
        .filter(({ type }) => type === 'critique.round_end')
        .map((event) => 'round' in event && event.round),
    ).toEqual([1, 2, 3]);
    expect(events.some(({ type }) => type === 'critique.usage')).toBe(true);
    const known = agent === 'anthropic' || agent === 'openai' || agent === 'google';
    if (known) expect(snapshot.run.costUsd).toBeGreaterThan(0);
    else expect(snapshot.run.costUsd).toBeNull();
    const prompts = far.answers().slice(before);
    expect(prompts).toHaveLength(3);
    expect(snapshot.run.inputTokens).toBe(prompts.reduce((sum, { prompt }) => sum + tokensOf(prompt), 0));
    expect(prompts[0]?.prompt).toContain(PAGE);
    expect(prompts[0]?.prompt).toContain('<BRAND_SOURCE>\n# Rye');
    // The page is the conversation's; it is sent as part of it and not asked for again.
    expect(prompts[2]?.request?.messages.at(-1)?.text).not.toContain(PAGE);
    expect(prompts[2]?.request?.messages.at(-1)?.text).toContain('Now answer with round 3 only');
  });

  test.each([
    ['401', 'failed', 'auth'],
    ['cut', 'failed', 'cut'],
  ])('%s ends it as %s, because of %s', async (scenario, state, agentError) => {
    const { snapshot, events } = await play(agent, scenario);
    expect(snapshot.run.state).toBe(state);
    expect(events.at(-1)).toMatchObject({ type: 'critique.failed', agentError });
  });

  test.each([
    [
      'quotes it everywhere',
      'echoes',
      { type: 'critique.degraded', reason: 'malformed_block', bestRound: 1 },
    ],
    ['does as it says', 'repeats', { type: 'critique.degraded', reason: 'ambiguous_answer' }],
  ])('[S23] a page that casts its own votes does not ship, though the model %s', async (_, scenario, end) => {
    const page = forgedPage('Bread');
    const before = far.answers().length;
    const { snapshot, events } = await play(agent, scenario, { page });
    expect(snapshot.run.state).toBe('degraded');
    expect(events.at(-1)).toMatchObject(end);
    expect(far.answers()[before]?.prompt).toContain(page);
  });

  test('[S23] a fair model with the code of the run ships the same page', async () => {
    const { snapshot } = await play(agent, 'fair', { page: forgedPage('Bread') });
    expect(snapshot.run.state).toBe('shipped');
  });

  test('silence ends it by our own deadline', async () => {
    const { events } = await play(agent, 'silent', { limits: { firstByteTimeoutMs: 300 } });
    expect(events.at(-1)).toMatchObject({ type: 'critique.failed', cause: 'first_byte_timeout' });
  });

  test('an interrupt in the second round keeps the first', async () => {
    let asked = 0;
    const { snapshot, events } = await play(agent, 'slow', {
      interruptAt: (event) => {
        const now = event.type === 'critique.panelist_open' && event.round === 2;
        if (now) asked = performance.now();
        return now;
      },
    });
    expect(performance.now() - asked).toBeLessThan(30_000 * machinePace());
    expect(snapshot.run).toMatchObject({ state: 'interrupted', finalRound: 1 });
    expect(events.at(-1)).toMatchObject({ type: 'critique.interrupted', bestRound: 1 });
  });

  test('text that is no panel degrades the run', async () => {
    expect((await play(agent, 'malformed')).snapshot.run.state).toBe('degraded');
  });
});

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe.each(EVERY_PROVIDER)('[M8] the key of %s', (agent) => {
  test.each([
    ['good', 'environment'],
    ['leaky-401', 'environment'],
    ['leak', 'environment'],
    ['cut', 'environment'],
    ['good', 'request'],
    ['leaky-401', 'request'],
  ])('is in no file, event, route or log after %s, when it came from the %s', async (scenario, from) => {
    const reports: unknown[] = [];
    const baseUrl = far.urlFor(scenario) + (agent.startsWith('openai') ? '/v1' : '');
    const lent = from === 'request' ? { credentials: { apiKey: MARKED_KEY, baseUrl } } : {};
    const { engine, dataDir, events, snapshot, env } = await play(agent, scenario, lent);
    expect(far.answers().at(-1)?.carriedKey(MARKED_KEY), 'the key was really used').toBe(true);
    expect(JSON.stringify(events)).not.toContain(MARKED_KEY);
    const server = createServer({
      jury: engine.jury,
      bus: engine.bus,
      models: openModels(env),
      report: (error) => reports.push(error),
    });
    const { url } = await server.listen();
    onTestFinished(() => server.close(0));
    const { projectId, id } = snapshot.run;
    for (const path of [
      'api/agents',
      'api/health',
      'api/ready',
      'api/projects',
      `api/projects/${projectId}`,
      `api/projects/${projectId}/runs`,
      `api/projects/${projectId}/runs/${id}`,
      `api/projects/${projectId}/runs/${id}/transcript`,
      `api/projects/${projectId}/runs/${id}/artifact`,
      `api/projects/${projectId}/runs/${id}/rounds/1/artifact`,
    ]) {
      const response = await fetch(`${url}/${path}`);
      expect(await response.text(), path).not.toContain(MARKED_KEY);
      expect(JSON.stringify([...response.headers]), path).not.toContain(MARKED_KEY);
    }
    expect(JSON.stringify(reports)).not.toContain(MARKED_KEY);
    await engine.close();
    const files = await filesUnder(dataDir);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      const bytes = await readFile(file);
      const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
      expect(text.includes(MARKED_KEY), file).toBe(false);
    }
  });
});

test('[M8] an address of a request passes the guard, in a run too', async () => {
  const dataDir = await temporaryFolder();
  const engine = await openEngine({
    dataDir,
    env: { HOME: dataDir },
    config: { ...DEFAULT_CRITIQUE_CONFIG, grounding: 'off' },
  });
  onTestFinished(async () => {
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const project = await engine.jury.createProject({ name: 'guarded' });
  const over = Promise.withResolvers<TranscriptEvent>();
  engine.bus.listen(project.id, ({ event }) => isTerminalEvent(event) && over.resolve(event));
  const before = far.requests.length;
  await engine.jury.startRun(project.id, {
    agent: 'openai-compatible',
    model: 'm',
    brief: 'x',
    credentials: { apiKey: MARKED_KEY, baseUrl: `${far.url}/v1` },
  });
  expect(await over.promise).toMatchObject({
    type: 'critique.failed',
    message: expect.stringContaining('to OD_PROXY_ALLOWED_HOSTS'),
  });
  expect(far.requests.length).toBe(before);
});

test('[M8] credentials are refused where they would not be used', async () => {
  const dataDir = await temporaryFolder();
  const engine = await openEngine({
    dataDir,
    env: { HOME: dataDir },
    config: { ...DEFAULT_CRITIQUE_CONFIG, grounding: 'off' },
  });
  onTestFinished(async () => {
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const project = await engine.jury.createProject({ name: 'grounded' });
  const starting = engine.jury.startRun(project.id, { brief: 'x', credentials: { apiKey: MARKED_KEY } });
  await expect(starting).rejects.toThrow('credentials: grounded takes none');
});
