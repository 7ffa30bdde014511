import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_CRITIQUE_CONFIG, DEFAULT_RUN_LIMITS, type RunLimits } from '@design-jury/contracts/defaults';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type AgentDelta, AgentUnavailableError } from '../../agents/session.ts';
import { createArtifactWriter, pointFinal, readFinal } from '../../host/artifacts/artifacts.ts';
import { RunStop } from '../../host/stop.ts';
import { type SinglePass, writeSinglePass } from './single-pass.ts';
import { PAGE, type Script, say, scriptedAgent } from './test/theater.ts';

interface Staging {
  /** False: the script says itself when its turn is complete. */
  ends?: boolean;
  config?: Partial<SinglePass['config']>;
  limits?: Partial<RunLimits>;
  stop?: RunStop;
  unavailable?: boolean;
}

async function play(script: Script, { ends = true, ...staging }: Staging = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'jury-single-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { agent, heard } = scriptedAgent(script, 'one-shot', ends);
  if (staging.unavailable === true)
    agent.open = async () => {
      throw new AgentUnavailableError('not installed');
    };
  const end = await writeSinglePass({
    runId: 'r',
    agent,
    subject: { kind: 'brief', text: 'A page.' },
    prompt: 'A page.',
    folder,
    pages: {
      openArtifact: () => createArtifactWriter(folder),
      pointFinal: async (sha256) => void (await pointFinal(folder, sha256)),
    },
    fault: (error) => `${error instanceof Error ? error.message : error} (report 1a2b3c4d)`,
    config: { ...DEFAULT_CRITIQUE_CONFIG, ...staging.config },
    limits: { ...DEFAULT_RUN_LIMITS, killGraceMs: 100, drainMs: 200, ...staging.limits },
    stop: staging.stop ?? new RunStop(),
  });
  return { end, heard, final: await readFinal(folder) };
}

const used = (inputTokens: number, outputTokens: number, costUsd: number | null = null): AgentDelta => ({
  type: 'usage',
  inputTokens,
  outputTokens,
  costUsd,
});
const never = (): Promise<AgentDelta> => new Promise(() => {});

test('a page that came whole is kept, with what it took', async () => {
  const { end, final, heard } = await play(() => [say(PAGE), used(10, 5, 0.25), used(1, 2, 0.5)]);
  expect(end).toEqual({ stopped: null, usage: { inputTokens: 11, outputTokens: 7, costUsd: 0.75 } });
  expect([final?.path.endsWith('.html'), heard.closed]).toEqual([true, 1]);
});

test('[S16] a page whose agent just stops is none, however whole it looks', async () => {
  const { end, final } = await play(() => [say('<main><h1>Tide</h1><p>High wat')], { ends: false });
  expect(end.stopped).toMatchObject({
    type: 'failed',
    cause: 'agent_error',
    agentError: 'cut',
    message: expect.stringContaining('complete'),
  });
  expect(final).toBeNull();
});

test('what was said before a new beginning is no part of the page', async () => {
  const { end, final } = await play(() => [
    say('<html><body>half'),
    { type: 'restart', message: 'again' },
    say(PAGE),
  ]);
  expect([end.stopped, final?.sha256]).toEqual([null, expect.any(String)]);
});

describe('budgets', () => {
  test.each([
    [{ maxTokens: 100 }, used(60, 41), 'tokens', '101 tokens were used; the limit is 100'],
    [{ maxCostUsd: 1 }, used(1, 1, 1.01), 'cost', '$1.0100 were spent; the limit is $1'],
  ] as const)('one that is passed ends it and is named: %o', async (config, usage, budget, message) => {
    const { end, final, heard } = await play(() => [say('<html>'), usage, say(PAGE)], { config });
    const { inputTokens, outputTokens, costUsd } = usage as Extract<AgentDelta, { type: 'usage' }>;
    expect(end).toEqual({
      stopped: { type: 'failed', cause: 'budget_exceeded', budget, message },
      usage: { inputTokens, outputTokens, costUsd },
    });
    expect(final).toBeNull();
    expect([heard.interrupts > 0, heard.closed]).toEqual([true, 1]);
  });

  test('what came whole before its bill was read is kept all the same', async () => {
    const { end, final } = await play(() => [say(PAGE), used(60, 41)], { config: { maxTokens: 100 } });
    expect(end.stopped).toMatchObject({ cause: 'budget_exceeded', budget: 'tokens' });
    expect(final).not.toBeNull();
  });

  test('it is the reason also where the agent just stops behind it', async () => {
    const { end, final } = await play(() => [say(PAGE), used(60, 41)], {
      ends: false,
      config: { maxTokens: 100 },
    });
    expect(end.stopped).toMatchObject({ cause: 'budget_exceeded' });
    expect(final).toBeNull();
  });

  test('nothing is waited for behind the limit', async () => {
    const { end, heard, final } = await play(() => [used(60, 41), say(PAGE), never()], {
      config: { maxTokens: 100 },
    });
    expect(end.stopped).toMatchObject({ cause: 'budget_exceeded' });
    expect([final, heard.closed]).toEqual([null, 1]);
  });

  test('one that is just met lets the page through', async () => {
    const { end } = await play(() => [say(PAGE), used(60, 40, 1)], {
      config: { maxTokens: 100, maxCostUsd: 1 },
    });
    expect(end.stopped).toBeNull();
  });
});

describe('what stops it is typed as with a jury, and what was used is told', () => {
  const usage = { inputTokens: 7, outputTokens: 3, costUsd: null };

  test.each([
    ['exit', { type: 'failed', cause: 'cli_exit_nonzero', message: 'no' }],
    ['auth', { type: 'failed', cause: 'agent_error', agentError: 'auth', message: 'no' }],
    ['rate_limit', { type: 'failed', cause: 'agent_error', agentError: 'rate_limit', message: 'no' }],
  ] as const)('the agent fails: %s', async (kind, stopped) => {
    const { end } = await play(() => [say('<p>'), used(7, 3), { type: 'error', kind, message: 'no' }]);
    expect(end).toEqual({ stopped, usage });
  });

  test('an answer without a page', async () => {
    const { end } = await play(() => [say('I would rather not.'), used(7, 3)]);
    expect(end).toMatchObject({ stopped: { cause: 'agent_error' }, usage });
  });

  test('an agent that cannot be opened', async () => {
    const { end } = await play(() => [], { unavailable: true });
    expect(end).toEqual({
      stopped: { type: 'failed', cause: 'agent_unavailable', message: 'not installed' },
      usage: null,
    });
  });

  test.each([
    ['total_timeout', { config: { totalTimeoutMs: 60 } }],
    ['idle_timeout', { limits: { idleTimeoutMs: 60 } }],
  ] as const)('a clock runs out after some words: %s', async (cause, staging) => {
    const { end, heard } = await play(() => [say('<p>'), used(7, 3), never()], staging);
    expect(end).toMatchObject({ stopped: { type: 'timed_out', cause }, usage });
    expect(heard.closed).toBe(1);
  });

  test('an agent that never says a word', async () => {
    const { end } = await play(() => [never()], { limits: { firstByteTimeoutMs: 60 } });
    // It was asked; what that used nobody has said.
    const usage = { inputTokens: 0, outputTokens: 0, costUsd: null, atLeast: true };
    expect(end).toMatchObject({ stopped: { type: 'timed_out', cause: 'first_byte_timeout' }, usage });
  });

  test('an interrupt, with what is still on its way', async () => {
    const stop = new RunStop();
    const { end, final } = await play(
      async function* () {
        yield say('<p>');
        stop.request({ type: 'interrupted', recoveryReason: null });
        yield used(7, 3);
        yield await never();
      },
      { stop },
    );
    expect(end).toEqual({ stopped: { type: 'interrupted', recoveryReason: null }, usage });
    expect(final).toBeNull();
  });

  test('stopped before it began, nobody is asked', async () => {
    const stop = new RunStop();
    stop.request({ type: 'interrupted', recoveryReason: 'daemon_shutdown' });
    const { end, heard } = await play(() => [say(PAGE)], { stop });
    expect([end.stopped, heard.opened]).toEqual([
      { type: 'interrupted', recoveryReason: 'daemon_shutdown' },
      0,
    ]);
  });

  test('limit and one more: an answer longer than a page may be', async () => {
    const limits = { maxArtifactBytes: PAGE.length };
    expect((await play(() => [say(PAGE)], { limits })).end.stopped).toBeNull();
    const { end } = await play(() => [say(PAGE), say('x')], { limits });
    expect(end.stopped).toMatchObject({ cause: 'agent_error', message: expect.stringContaining('longer') });
  });
});
