import { EXIT_OF_STATUS } from '@design-jury/contracts/exit-codes';
import { RUN_STATES } from '@design-jury/contracts/run';
import { DEGRADED_REASONS } from '@design-jury/contracts/theater/critique';
import { expect, test } from 'vitest';
import { outcomeWord, setAsideWord, stateWord } from './outcome-words.ts';

const OVER = { state: 'ended' as const };

test('no state of a run and no ending of a protocol is told by its own word where that is none of English', () => {
  const words = [
    ...RUN_STATES.map(stateWord),
    ...Object.entries(EXIT_OF_STATUS).flatMap(([protocol, statuses]) =>
      Object.entries(statuses).map(([outcome, exitCode]) =>
        outcomeWord({ ...OVER, protocol, outcome, exitCode }),
      ),
    ),
    ...['CONVERGED', 'CANCELLED', 'SAFETY CAP', 'all-critics-failed', 'constructor'].map((outcome) =>
      outcomeWord({ ...OVER, protocol: 'loop', outcome, exitCode: 3 }),
    ),
  ];
  expect(words.filter((word) => /[_A-Z]|\w-\w/.test(word))).toEqual([]);
});

test('the word says what the exit code says, and a run that is not over how it stands', () => {
  const loop = (exitCode: number) => ({ ...OVER, protocol: 'loop', outcome: 'CONVERGED', exitCode });
  expect([0, 1, 3].map((exitCode) => outcomeWord(loop(exitCode)))).toEqual([
    'passed',
    'not passed',
    'not proved',
  ]);
  const accepted = { ...OVER, protocol: 'convergence', outcome: 'conditional-accept' };
  expect(outcomeWord({ ...accepted, exitCode: 0 })).toBe('accepted with conditions');
  expect(outcomeWord({ ...accepted, exitCode: 1 })).toMatch(/^not accepted yet/);
  expect(outcomeWord({ protocol: 'loop', outcome: null, exitCode: null, state: 'waiting' })).toBe(
    'waiting for an answer',
  );
});

test('why an agent is set aside is a sentence, whoever said it', () => {
  for (const reason of DEGRADED_REASONS) expect(setAsideWord(reason)).not.toMatch(/_/);
  expect(setAsideWord('9 of 11 runs could be read, 2 cycles in a row')).toContain('9 of 11 runs');
});
