import { fold, IDLE } from '@design-jury/contracts/theater/fold';
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import { expect, test } from 'vitest';
import { ALL, roundEvents, ship, stampAll, started } from '../../report/test/run.ts';
import { plainLine } from './plain.ts';

function lines(events: readonly CritiqueSseEvent[], isLiteral = false): string[] {
  let state = IDLE;
  return stampAll(events).flatMap((event) => {
    state = fold(state, event);
    const line = plainLine(event, state, isLiteral);
    return line === null ? [] : [line];
  });
}

test('one line per event worth saying', () => {
  expect(
    lines([
      started(),
      ...roundEvents(1, {
        votes: { ...ALL(9), critic: 4 },
        composite: 7,
        demands: { critic: ['contrast@p'] },
      }),
      ...roundEvents(2, { votes: ALL(9), composite: 9, resolved: ['contrast@p'], decision: 'ship' }),
      ship(2, 9, 'shipped'),
    ]),
  ).toEqual([
    'run r1: designer, critic, brand, a11y, copy; at most 3 rounds, threshold 8.0 of 10',
    'round 1 page: 2.0 KiB',
    'round 1 critic must-fix: Mend contrast@p.',
    'round 1 critic: 4.0, 1 must-fix',
    'round 1 brand: 9.0',
    'round 1 a11y: 9.0',
    'round 1 copy: 9.0',
    'round 1 ends: composite 7.00; 1 must-fix open; not enough yet',
    'round 2 page: 2.0 KiB',
    'round 2 critic: 9.0',
    'round 2 brand: 9.0',
    'round 2 a11y: 9.0',
    'round 2 copy: 9.0',
    'round 2 ends: composite 9.00; 0 must-fixes open; 1 resolved; ships',
    'shipped: round 2, composite 9.00, 34.0 s',
  ]);
});

test('a stored run is told to a program in the words it was stored in', () => {
  const round = roundEvents(1, { votes: ALL(9), composite: 9, resolved: ['contrast@p'], decision: 'ship' });
  expect(lines([started(), ...round], true).at(-1)).toBe(
    'round 1 ends: composite 9.00; 0 must-fix open; 1 resolved; ship',
  );
  const warned = { runId: 'r1', kind: 'must_fix_mismatch', position: 0 } as const;
  const warning: CritiqueSseEvent = {
    ...{ type: 'critique.parser_warning', ...warned, detail: 'critic claims 3 must-fix and lists 2' },
  };
  expect(lines([started(), warning], true).at(-1)).toMatch(
    /^warning \(must_fix_mismatch\): critic claims 3 must-fix/,
  );
  expect(lines([started(), warning]).at(-1)).toBe('warning: critic claims 3 must-fixes and lists 2');
});

test('every way a run can end has its line', () => {
  const run = { runId: 'r1' };
  const endings: CritiqueSseEvent[] = [
    {
      type: 'critique.degraded',
      ...run,
      status: 'degraded',
      reason: 'malformed_block',
      adapter: 'x',
      message: 'no tags\u0007',
      position: 3,
      bestRound: null,
    },
    {
      type: 'critique.interrupted',
      ...run,
      status: 'interrupted',
      bestRound: 1,
      composite: 7,
      recoveryReason: 'daemon_restart',
    },
    {
      type: 'critique.failed',
      ...run,
      status: 'failed',
      cause: 'cli_exit_nonzero',
      message: 'exit 2',
      bestRound: null,
    },
    {
      type: 'critique.failed',
      ...run,
      status: 'timed_out',
      cause: 'idle_timeout',
      message: 'silent for 30 s',
      bestRound: null,
    },
  ];
  expect(endings.flatMap((event) => lines([event]))).toEqual([
    'inconclusive: no tags',
    'interrupted (the process that ran it ended before it did); best round 1',
    'failed, the program of the agent ended with an error: exit 2',
    'timed out, the agent stopped answering: silent for 30 s',
  ]);
});
