import type { RunFigures } from '@design-jury/contracts/ops';
import { expect, test } from 'vitest';
import { openModels } from '../agents/models/open.ts';
import { createBus } from '../host/stream/bus.ts';
import { createApp } from './app.ts';
import { createScriptedJury } from './test/scripted-jury.ts';

const figures: RunFigures = {
  protocol: 'loop',
  agent: 'anthropic',
  skill: null,
  state: 'ended',
  composite: null,
  rounds: 1,
  inputTokens: 1_000,
  outputTokens: 100,
  costUsd: 0.01,
  createdAt: '2026-11-17T00:00:00.000Z',
  endedAt: null,
};

async function ask(query: string, runs: readonly RunFigures[] = []) {
  const bus = createBus();
  const app = createApp({
    jury: { ...createScriptedJury(bus), runFigures: async () => [...runs] },
    ...{ bus, host: '127.0.0.1', maxBodyBytes: 1_000, maxStreams: 1, retryMs: 1, stallMs: 1 },
    report: () => {},
    models: openModels({ HOME: '/nowhere', OD_ANTHROPIC_MODEL: 'claude-haiku-4-5' }),
  });
  const response = await app.request(`/api/estimate?${query}`, { headers: { Host: '127.0.0.1:4100' } });
  return { status: response.status, body: await response.json() };
}

test('who asks no model is told that nothing is paid', async () => {
  const free = { free: true, expected: null, earlier: null };
  expect((await ask('protocol=theater&agents=grounded&chars=9000')).body).toEqual(free);
  expect((await ask('protocol=convergence')).body).toEqual(free);
});

test('a model with a price has a cost by its tokens; one without has tokens and no cost', async () => {
  const order = 'protocol=loop&chars=4000&rounds=2';
  // Two passes: 2 × (2,000 + 1,000) in, 2 × (1,500 + 1,000) out, at 1 and 5 dollars a million.
  const expected = { inputTokens: 6_000, outputTokens: 5_000, costUsd: 0.031 };
  expect((await ask(`${order}&agents=anthropic`)).body).toEqual({ free: false, expected, earlier: null });
  expect((await ask(`${order}&agents=claude`)).body.expected).toEqual({ ...expected, costUsd: null });
  const both = (await ask(`${order}&agents=anthropic,claude`)).body.expected;
  expect(both).toEqual({ inputTokens: 12_000, outputTokens: 10_000, costUsd: null });
  expect((await ask('protocol=content&agents=claude')).body.expected).toBeNull();
});

test('more rounds and a longer text never cost less', async () => {
  const tokens = async (query: string) => (await ask(`agents=claude&${query}`)).body.expected.inputTokens;
  for (const protocol of ['theater', 'loop', 'convergence']) {
    const one = await tokens(`protocol=${protocol}&chars=1000&rounds=1`);
    expect(await tokens(`protocol=${protocol}&chars=1000&rounds=3`)).toBeGreaterThan(one);
    expect(await tokens(`protocol=${protocol}&chars=9000&rounds=1`)).toBeGreaterThan(one);
  }
});

test('earlier runs of the same kind and agents are told by the one in the middle', async () => {
  const runs = [
    { ...figures, inputTokens: 9_000 },
    figures,
    { ...figures, inputTokens: 3_000 },
    { ...figures, inputTokens: null },
    { ...figures, protocol: 'theater', inputTokens: 5 },
    { ...figures, agent: 'openai', inputTokens: 5 },
  ];
  const { earlier } = (await ask('protocol=loop&agents=anthropic', runs)).body;
  expect(earlier).toEqual({ runs: 3, inputTokens: 3_000, outputTokens: 100, costUsd: 0.01 });
});

test.each([
  '',
  'protocol=poem',
  'protocol=loop&agents=-x',
  'protocol=loop&agents=a&rounds=0',
  'protocol=loop&agents=a&chars=x',
])('%j is refused by name', async (query) => {
  const { status, body } = await ask(query);
  expect(status).toBe(400);
  expect(body.error.message).toMatch(/^(?:protocol|agents|rounds|chars): /);
});
