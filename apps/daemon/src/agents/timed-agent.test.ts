import { afterEach, beforeEach, expect, test } from 'vitest';
import { onWork, type WorkDone } from '../work.ts';
import type { Agent, AgentDelta, AgentSession, AgentTurn } from './session.ts';
import { timedAgent } from './timed-agent.ts';

const TURN = { kind: 'round', round: 3 } as AgentTurn;
let told: WorkDone[];
let stop: () => void;
beforeEach(() => {
  told = [];
  stop = onWork(['agent_turn'], (done) => void told.push(done));
});
afterEach(() => stop());

const asked = { turns: 0, closed: 0 };
async function open(say: () => AsyncGenerator<AgentDelta>): Promise<AgentSession> {
  asked.turns = 0;
  asked.closed = 0;
  const agent = {
    id: 'speaker',
    name: 'Speaker',
    capabilities: { transport: 'in-process' },
    open: async () => ({
      async *send() {
        asked.turns += 1;
        try {
          yield* say();
        } finally {
          asked.closed += 1;
        }
      },
      interrupt() {},
      close: async () => ({ code: 0, signal: null, stderrTail: '' }),
    }),
  } as unknown as Agent;
  const request = { runId: 'r-1' } as Parameters<Agent['open']>[0];
  return timedAgent(agent, 'm').open(request, new AbortController().signal);
}

const text = (words: string): AgentDelta => ({ type: 'text', text: words });

test('what an agent says is handed on as it is, and its figures are told once, before its end is heard', async () => {
  const session = await open(async function* () {
    yield text('a');
    yield { type: 'usage', inputTokens: 3, outputTokens: 1, costUsd: null };
    yield { type: 'usage', inputTokens: 4, outputTokens: 2, costUsd: 0.5 };
    yield { type: 'end' };
  });
  const heard: string[] = [];
  for await (const delta of session.send(TURN)) {
    heard.push(delta.type);
    expect(told).toEqual([]);
  }
  expect(heard).toEqual(['text', 'usage', 'usage', 'end']);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({
    runId: 'r-1',
    round: 3,
    hasFailed: false,
    facts: {
      agent: 'speaker',
      model: 'm',
      turn: 'round',
      inputTokens: 7,
      outputTokens: 3,
      costUsd: 0.5,
      error: null,
    },
  });
  const { startMs = 0, endMs = 0, facts } = told[0] ?? {};
  expect(facts?.firstByteMs).toBeGreaterThanOrEqual(0);
  expect(endMs).toBeGreaterThanOrEqual(startMs);
});

test('an agent that says it failed is told with the kind of its error', async () => {
  const session = await open(async function* () {
    yield { type: 'error', kind: 'auth', message: 'no key' } as AgentDelta;
  });
  for await (const _ of session.send(TURN));
  expect(told).toMatchObject([{ hasFailed: true, facts: { error: 'auth', firstByteMs: null } }]);
});

test('who stops listening ends the answer, and it is told once', async () => {
  const session = await open(async function* () {
    for (;;) yield text('more');
  });
  for await (const _ of session.send(TURN)) break;
  expect(asked.closed).toBe(1);
  expect(told).toHaveLength(1);
});

test('an answer that throws reaches who asked as it was thrown, and is told once', async () => {
  const session = await open(async function* () {
    yield text('a');
    throw new Error('gone');
  });
  const listening = (async () => {
    for await (const _ of session.send(TURN));
  })();
  await expect(listening).rejects.toThrow('gone');
  expect(told).toHaveLength(1);
});

test('a turn that nobody listens to asks nothing and is not told', async () => {
  const session = await open(async function* () {
    yield text('a');
  });
  const deltas = session.send(TURN)[Symbol.asyncIterator]();
  expect(asked.turns).toBe(0);
  await deltas.return?.();
  expect(asked.turns).toBe(0);
  expect(told).toEqual([]);
});
