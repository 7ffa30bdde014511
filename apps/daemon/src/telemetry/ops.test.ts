import type { RunFigures } from '@design-jury/contracts/ops';
import { expect, test } from 'vitest';
import { type OpsFilter, opsSince, summarise } from './ops.ts';

const NOW = Date.parse('2026-11-17T10:30:00.000Z');
const EVERY: OpsFilter = { days: 1, agent: null, skill: null, protocol: null };

function run(more: Partial<RunFigures> = {}): RunFigures {
  return {
    protocol: 'theater',
    agent: 'claude',
    skill: null,
    state: 'shipped',
    composite: 8,
    rounds: 2,
    inputTokens: 10,
    outputTokens: 5,
    costUsd: null,
    createdAt: '2026-11-17T10:00:00.000Z',
    endedAt: '2026-11-17T10:01:00.000Z',
    ...more,
  };
}

test('quantiles are values that a run had, and what is unknown is unknown', () => {
  const runs = Array.from({ length: 100 }, (_, n) => run({ composite: (n + 1) / 10 }));
  const { all } = summarise(runs, EVERY, NOW);
  expect(all.composite).toEqual({ p50: 5, p90: 9, p99: 9.9 });
  expect(all.timeToShip).toEqual({ p50: 60_000, p90: 60_000, p99: 60_000 });
  expect(all).toMatchObject({ costUsd: null, tokens: 1_500, roundsPerRun: 2, degraded: 0 });
  const { all: none } = summarise([], EVERY, NOW);
  expect(none).toMatchObject({ runs: 0, degraded: null, roundsPerRun: null, costUsd: null });
  expect(none.composite).toEqual({ p50: null, p90: null, p99: null });
});

test('a run that is under way is counted as one, and judges no agent yet', () => {
  const { all, states } = summarise(
    [
      run({ state: 'running', composite: 3, endedAt: null, rounds: 1 }),
      run({ state: 'degraded', composite: null, rounds: 0 }),
    ],
    EVERY,
    NOW,
  );
  expect(all).toMatchObject({ runs: 2, degraded: 1, roundsPerRun: null });
  expect(all.composite.p50).toBeNull();
  expect(states).toEqual([
    { state: 'running', runs: 1 },
    { state: 'degraded', runs: 1 },
  ]);
});

test('bars cover the whole time, the present one included, and hold every run once', () => {
  for (const [days, bars] of [
    [1, 24],
    [7, 28],
    [30, 30],
  ] as const) {
    const from = opsSince(days, NOW);
    const summary = summarise([run({ createdAt: from }), run()], { ...EVERY, days }, NOW);
    expect(summary.hours).toHaveLength(bars);
    expect(summary.hours.reduce((sum, hour) => sum + hour.runs, 0)).toBe(2);
    expect(summary.hours[0]?.runs).toBe(1);
    expect(summary.hours.at(-1)?.runs).toBe(1);
  }
});

test('what is chosen narrows the figures and not what can be chosen', () => {
  const runs = [
    run({ skill: 'saas-landing' }),
    run({ agent: 'codex', costUsd: 0.5 }),
    run({ protocol: 'loop' }),
  ];
  const summary = summarise(runs, { ...EVERY, agent: 'codex' }, NOW);
  expect(summary.all).toMatchObject({ runs: 1, costUsd: 0.5 });
  expect(summary.choices).toEqual({
    agents: ['claude', 'codex'],
    skills: ['saas-landing'],
    protocols: ['loop', 'theater'],
  });
});
