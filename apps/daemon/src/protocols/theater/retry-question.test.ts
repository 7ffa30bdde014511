/** Whatever a run that proved nothing asks is read as messages: it is shown in six languages. */
import { WORDS as ENGLISH } from '@design-jury/contracts/said/en';
import { readerOf } from '@design-jury/contracts/said/read';
import { expect, test } from 'vitest';
import { type Ended, retryQuestion } from './retry-question.ts';

const read = readerOf(ENGLISH);

function ended(finished: object, request: object, lent = false): Ended {
  const subject = { kind: 'brief', text: 'A page about boats. It has a list.' };
  return {
    record: { id: 'r-1', projectId: 'p-1', agent: 'a', subject },
    finished: { cause: null, recoveryReason: null, message: '', ...finished },
    request,
    lent,
    others: [{ id: 'b', name: 'Claude Code' }],
    agentName: 'A. Nother',
    now: 0,
  } as unknown as Ended;
}

test.each([
  ['degraded', ended({ state: 'degraded' }, { skill: 'poster' })],
  ['failed', ended({ state: 'failed', cause: 'storage_error' }, {})],
  ['late', ended({ state: 'timed_out', cause: 'budget_exceeded' }, { artifact: {} })],
  ['cut off', ended({ state: 'interrupted', recoveryReason: 'daemon_restart' }, {}, true)],
])('what a run asks has messages: %s', (_, run) => {
  const { question, issue, why, options } = retryQuestion(run);
  const ours = run.finished.recoveryReason === null ? [] : [issue];
  const texts = [question, why, ...ours, ...options.flatMap((option) => Object.values(option))];
  expect(texts.length).toBeGreaterThanOrEqual(10);
  for (const text of texts)
    expect(
      read(text)?.map(({ id }) => id.split('.')[0]),
      text,
    ).toEqual(['ask/retry']);
});

test('what went wrong is told in the words of the program, without a code of ours', () => {
  const words = 'the agent ended with code 3: out of memory';
  const run = ended({ state: 'failed', cause: 'cli_exit_nonzero', message: words }, {});
  expect(retryQuestion(run).issue).toBe(words);
});
