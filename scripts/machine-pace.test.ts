import { expect, test } from 'vitest';
import { machinePace, paceOf } from './machine-pace.ts';

test('limits grow with the slowest probe, never shrink, and stay bounded', () => {
  expect(paceOf([5, 12, 8])).toBe(1);
  expect(paceOf([25, 25, 25])).toBe(1);
  expect(paceOf([20, 75, 30])).toBe(3);
  expect(paceOf([20, 60_000, 30])).toBe(8);
});

test('a limit of whole seconds stays one of whole milliseconds', () => {
  for (let ms = 20; ms < 210; ms += 0.37) expect(Number.isInteger(1_000 * paceOf([ms]))).toBe(true);
});

test('all processes of a run go by one measurement', () => {
  const pace = machinePace();
  expect(pace).toBeGreaterThanOrEqual(1);
  expect(process.env.JURY_TEST_PACE).toBe(String(pace));
  expect(machinePace()).toBe(pace);
});
