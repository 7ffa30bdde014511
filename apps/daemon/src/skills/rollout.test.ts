import { describe, test } from 'vitest';
import { type ConformanceDay, conformanceDays, ratchet, readRollout } from './rollout.ts';

function days(count: number, share: number, end = '2026-11-15'): ConformanceDay[] {
  const last = Date.parse(`${end}T00:00:00Z`);
  return Array.from({ length: count }, (_, back) => ({
    date: new Date(last - back * 86_400_000).toISOString().slice(0, 10),
    conforming: share * 100,
    tested: 100,
  }));
}

describe('rollout', () => {
  test.for([
    [{}, { phase: 'M3', env: null }],
    [{ OD_CRITIQUE_ROLLOUT_PHASE: 'm1' }, { phase: 'M1', env: null }],
    [{ OD_CRITIQUE_ENABLED: 'off' }, { phase: 'M3', env: false }],
    [
      { OD_CRITIQUE_ENABLED: '', OD_CRITIQUE_ROLLOUT_PHASE: ' ' },
      { phase: 'M3', env: null },
    ],
  ] as const)('%j is read as %j', ([env, rollout], { expect }) => {
    expect(readRollout(env)).toEqual(rollout);
  });

  test('a phase that does not exist is refused by name', ({ expect }) => {
    expect(() => readRollout({ OD_CRITIQUE_ROLLOUT_PHASE: 'M7' })).toThrow(
      'OD_CRITIQUE_ROLLOUT_PHASE is "M7"; it takes M0, M1, M2, M3',
    );
  });

  test.for([
    ['13 days are too few', days(13, 0.95), 'M1', 13],
    ['14 days at the floor are enough', days(14, 0.9), 'M3', 14],
    ['15 days are enough', days(15, 1), 'M3', 15],
    ['below the floor nothing counts', days(30, 0.89), 'M1', 0],
    ['an empty history', [], 'M1', 0],
  ] as const)('the ratchet: %s', ([, history, recommended, streak], { expect }) => {
    expect(ratchet(history, 'M1', '2026-11-16')).toMatchObject({ recommended, streak });
  });

  test('the ratchet counts today when it was tested, and a missing day breaks the row', ({ expect }) => {
    expect(ratchet(days(14, 1, '2026-11-16'), 'M2', '2026-11-16').streak).toBe(14);
    const holed = days(20, 1).filter(({ date }) => date !== '2026-11-10');
    expect(ratchet(holed, 'M2', '2026-11-16')).toMatchObject({ recommended: 'M2', streak: 5 });
    expect(ratchet(days(20, 1, '2026-11-01'), 'M2', '2026-11-16').streak).toBe(0);
  });

  test('the ratchet does not turn back by itself', ({ expect }) => {
    expect(ratchet(days(3, 0.1), 'M3', '2026-11-16').recommended).toBe('M3');
  });

  test('stored cycles become days: the last word of an agent counts, and each agent once', ({ expect }) => {
    const cycle = (agent: string, at: string, complete: number) => ({
      ...{ agent, at, complete, version: null, transport: 'stdio', model: 'scripted' as const },
      ...{ cases: 10, cleanParse: 10, passed: complete, failures: [] },
    });
    expect(
      conformanceDays([
        cycle('a', '2026-11-14T01:00:00.000Z', 3),
        cycle('a', '2026-11-14T05:00:00.000Z', 10),
        cycle('b', '2026-11-14T05:00:00.000Z', 8),
        cycle('a', '2026-11-15T05:00:00.000Z', 9),
      ]),
    ).toEqual([
      { date: '2026-11-14', conforming: 1, tested: 2 },
      { date: '2026-11-15', conforming: 1, tested: 1 },
    ]);
  });
});
