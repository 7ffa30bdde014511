import { expect, test } from 'vitest';
import { exitOf, worstExit } from './exit.ts';

test.each([
  ['shipped', 0],
  ['below_threshold', 1],
  ['degraded', 3],
  ['failed', 3],
  ['timed_out', 3],
  ['running', 3],
  ['idle', 3],
  ['interrupted', 130],
] as const)('a run that is %s ends with %i', (phase, code) => {
  expect(exitOf(phase)).toBe(code);
});

test('over several pages what is unproved weighs more than what failed', () => {
  expect(worstExit([])).toBe(0);
  expect(worstExit([0, 1, 0])).toBe(1);
  expect(worstExit([1, 3, 0])).toBe(3);
  expect(worstExit([1, 3, 2])).toBe(2);
  expect(worstExit([3, 130, 2])).toBe(130);
});
