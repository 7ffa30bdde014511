import { expect, test } from 'vitest';
import { EXIT_MEANINGS, EXIT_OF_STATUS, exitOf, worstExit } from './exit-codes.ts';

test.each([
  ['shipped', 0],
  ['legacy', 0],
  ['below_threshold', 1],
  ['degraded', 3],
  ['failed', 3],
  ['timed_out', 3],
  ['running', 3],
  ['idle', 3],
  ['interrupted', 130],
] as const)('a theater run that is %s ends with %i', (status, code) => {
  expect(exitOf({ protocol: 'theater', status })).toBe(code);
});

test.each([
  ['approved', 0],
  ['max-rounds-reached', 1],
  ['error', 3],
  ['not-deployed', 3],
  ['paused', 4],
] as const)('a content run that is %s ends with %i', (status, code) => {
  expect(exitOf({ protocol: 'content', status })).toBe(code);
});

test.each([
  ['converged', 0],
  ['passed', 0],
  ['passed-with-dissent', 0],
  ['accepted', 0],
  ['conditional-accept', 0],
  ['max-rounds-reached', 1],
  ['blocked-by-disagreement', 1],
  ['blocked', 1],
  ['undelivered', 1],
  ['aborted-non-result', 3],
  ['unproved', 3],
  ['failed', 3],
  ['interrupted', 130],
] as const)('a convergence run that is %s ends with %i', (status, code) => {
  expect(exitOf({ protocol: 'convergence', status })).toBe(code);
});

test.each([
  ['converged', 0],
  ['safety-cap', 1],
  ['waiting', 4],
  ['cancelled', 130],
] as const)('a critic loop that is %s ends with %i', (status, code) => {
  expect(exitOf({ protocol: 'loop', status })).toBe(code);
});

test('every code that a run can end with has a meaning, and no two have the same', () => {
  const explained = EXIT_MEANINGS.map(({ code }) => code);
  expect(explained).toEqual([0, 1, 2, 3, 4, 130]);
  for (const codes of Object.values(EXIT_OF_STATUS))
    for (const code of Object.values(codes)) expect(explained).toContain(code);
});

test('over several pages what is unproved weighs more than what failed', () => {
  expect(worstExit([])).toBe(0);
  expect(worstExit([0, 1, 0])).toBe(1);
  expect(worstExit([1, 3, 0])).toBe(3);
  expect(worstExit([1, 3, 2])).toBe(2);
  expect(worstExit([3, 130, 2])).toBe(130);
});
