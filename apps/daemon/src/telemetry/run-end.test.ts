import { EXIT, EXIT_OF_STATUS } from '@design-jury/contracts/exit-codes';
import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import { expect, test } from 'vitest';
import { version } from '../version.ts';
import { evaluationOf } from './evaluation.ts';
import { entryOf, whoseOf } from './log-lines.ts';
import { statusOf } from './run-end.ts';

const FAILING = ['error', 'failed'];
const AT = '2026-01-01T00:00:00.000Z';

const inconclusive = (['content', 'convergence'] as const).flatMap((protocol) =>
  Object.entries(EXIT_OF_STATUS[protocol])
    .filter(([, exitCode]) => exitCode === EXIT.inconclusive)
    .map(([outcome]) => outcome),
);

test('every inconclusive result of the other protocols is degraded, and only what failed has failed', () => {
  expect(inconclusive).toEqual(expect.arrayContaining(FAILING));
  for (const outcome of inconclusive)
    expect(statusOf({ state: 'ended', outcome, exitCode: EXIT.inconclusive }), outcome).toBe(
      FAILING.includes(outcome) ? 'failed' : 'degraded',
    );
});

function errorOf(event: Record<string, unknown>) {
  const run = { id: 'r', projectId: 'p', protocol: 'convergence', agent: 'claude', model: null } as RunRecord;
  const said = { seq: 1, at: AT, ...event } as unknown as RunEvent;
  return entryOf(said, whoseOf(run, 't'), 'error', (text) => text);
}

test.each([
  ['ended', 'failed'],
  ['failed', 'failed'],
])('a run that ended %s as %s is an error of the log, with cause and message', (state, outcome) => {
  const end = { type: 'run.ended', state, outcome, exitCode: 3, cause: 'agent_error', message: 'it broke' };
  expect(errorOf(end)).toMatchObject({
    level: 'error',
    event: 'run_failed',
    fields: { cause: 'agent_error', message: 'it broke' },
  });
});

test('a run whose result is a no is no error of the log', () => {
  expect(errorOf({ type: 'run.ended', state: 'ended', outcome: 'blocked', exitCode: 1 })).toBeNull();
});

test('an evaluation names who judged, and which version of it', () => {
  const event = { type: 'critique.round_end', seq: 1, at: AT } as unknown as RunEvent;
  const fields = { composite: 7, decision: 'continue', reason: 'below', round: 1 };
  const entry = { ts: AT, level: 'info', ns: 'critique', event: 'round_closed', fields } as const;
  expect(evaluationOf(event, entry)?.fields).toMatchObject({
    'design_jury.evaluator.name': 'design-jury',
    'design_jury.evaluator.version': version(),
  });
});
