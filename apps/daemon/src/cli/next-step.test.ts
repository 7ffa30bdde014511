import { FAILED_CAUSES } from '@design-jury/contracts/theater/critique';
import { expect, test } from 'vitest';
import { afterFailure, afterTimeout } from './next-step.ts';

test.each([
  ['per_round_timeout', 'OD_CRITIQUE_ROUND_TIMEOUT_MS'],
  ['total_timeout', 'OD_CRITIQUE_TOTAL_TIMEOUT_MS'],
  ['idle_timeout', 'jury agents'],
  ['first_byte_timeout', 'jury agents'],
] as const)('%s is answered by what helps against it: %s', (cause, word) => {
  expect(afterTimeout(cause)).toContain(word);
});

test('every cause has a next step', () => {
  for (const cause of [null, ...FAILED_CAUSES]) {
    expect(afterTimeout(cause)).toMatch(/^Next: /);
    expect(afterFailure(cause)).toMatch(/^Next: jury /);
  }
});
