import { IDLE } from '@design-jury/contracts/theater/fold';
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import { expect, test } from 'vitest';
import { reviewResult, whyNoneLine } from './result.ts';
import { ALL, roundEvents, ship, started, stateOf } from './test/run.ts';

const FACTS = {
  runId: 'r1',
  agent: 'grounded',
  artifact: '/out/page.html',
  transcript: '/out/transcript.ndjson',
  durationMs: 1234,
  roundArtifacts: new Map([[1, '/data/1.html']]),
};

test('the JSON of a review has exactly the promised shape', () => {
  const state = stateOf(
    started(),
    ...roundEvents(1, { votes: { critic: 5 }, composite: 5, demands: { critic: ['contrast@p'] } }),
    ...roundEvents(2, { votes: ALL(9), composite: 9, resolved: ['contrast@p'], decision: 'ship' }),
    { type: 'critique.usage', runId: 'r1', inputTokens: 10, outputTokens: 20, costUsd: null },
    ship(2, 9, 'shipped'),
  );
  const result = reviewResult(state, FACTS);
  expect(Object.keys(result)).toEqual([
    'runId',
    'status',
    'composite',
    'threshold',
    'scale',
    'agent',
    'rounds',
    'artifact',
    'transcript',
    'transcriptPartial',
    'durationMs',
    'usage',
    'cause',
    'reason',
    'agentError',
    'message',
  ]);
  expect(result).toMatchObject({
    status: 'shipped',
    composite: 9,
    threshold: 8,
    scale: 10,
    usage: { inputTokens: 10, outputTokens: 20, costUsd: null },
  });
  expect(result.rounds[0]).toEqual({
    n: 1,
    composite: 5,
    mustFix: 1,
    decision: 'continue',
    artifact: '/data/1.html',
    panelists: {
      designer: { score: null, dims: [], mustFix: [] },
      critic: {
        score: 5,
        dims: [{ name: 'first', score: 5, note: 'as seen' }],
        mustFix: [
          {
            id: 'contrast@p',
            text: 'Mend contrast@p.',
            target: 'p',
            evidence: 'line 3: measured 2:1, required 4.5:1',
            openedRound: 1,
            resolvedRound: 2,
          },
        ],
      },
      brand: { score: null, dims: [], mustFix: [] },
      a11y: { score: null, dims: [], mustFix: [] },
      copy: { score: null, dims: [], mustFix: [] },
    },
  });
  expect(result.rounds[1]?.artifact).toBeNull();
});

test('a round that did not end is left out, and a run that never began has no figures', () => {
  const open = roundEvents(1, { votes: ALL(9), composite: 9 }).slice(0, -1);
  expect(reviewResult(stateOf(started(), ...open), FACTS)).toMatchObject({
    rounds: [],
    composite: null,
    status: 'running',
  });
  expect(reviewResult(IDLE, FACTS)).toMatchObject({
    status: 'idle',
    rounds: [],
    composite: null,
    usage: null,
  });
});

const NONE = { cause: null, reason: null, agentError: null, message: null };

test.each<
  [string, CritiqueSseEvent, Partial<typeof NONE | Record<keyof typeof NONE, string>>, string | null]
>([
  [
    'the agent failed',
    {
      type: 'critique.failed',
      runId: 'r1',
      status: 'failed',
      cause: 'agent_error',
      agentError: 'auth',
      message: 'The key was refused.',
      bestRound: null,
    },
    { cause: 'agent_error', agentError: 'auth', message: 'The key was refused.' },
    'FAILED (agent_error, auth): The key was refused.',
  ],
  [
    'the disk failed',
    {
      type: 'critique.failed',
      runId: 'r1',
      status: 'failed',
      cause: 'storage_error',
      message: 'No space is left.',
      bestRound: null,
    },
    { cause: 'storage_error', message: 'No space is left.' },
    'FAILED (storage_error): No space is left.',
  ],
  [
    'the panel could not be read',
    {
      type: 'critique.degraded',
      runId: 'r1',
      status: 'degraded',
      reason: 'ambiguous_answer',
      adapter: 'claude',
      message: 'SHIP stands twice',
      position: 7,
      bestRound: null,
    },
    { reason: 'ambiguous_answer', message: 'SHIP stands twice' },
    'INCONCLUSIVE (ambiguous_answer): SHIP stands twice',
  ],
  [
    'time ran out, and no round is kept',
    {
      type: 'critique.failed',
      runId: 'r1',
      status: 'timed_out',
      cause: 'first_byte_timeout',
      message: 'the agent said nothing for 30000 ms',
      bestRound: null,
    },
    { cause: 'first_byte_timeout', message: 'the agent said nothing for 30000 ms' },
    'TIMED OUT (first_byte_timeout): the agent said nothing for 30000 ms',
  ],
  [
    'time ran out after a round',
    {
      type: 'critique.ship',
      runId: 'r1',
      status: 'timed_out',
      round: 1,
      composite: 5,
      artifactRef: null,
      summary: 'the run took longer than 90000 ms',
    },
    { message: 'the run took longer than 90000 ms' },
    'TIMED OUT: the run took longer than 90000 ms',
  ],
  [
    'its process ended',
    {
      type: 'critique.interrupted',
      runId: 'r1',
      status: 'interrupted',
      bestRound: null,
      composite: null,
      recoveryReason: 'daemon_restart',
    },
    { message: 'the process that ran it ended before it did' },
    'INTERRUPTED: the process that ran it ended before it did',
  ],
  [
    'somebody stopped it',
    {
      type: 'critique.interrupted',
      runId: 'r1',
      status: 'interrupted',
      bestRound: null,
      composite: null,
      recoveryReason: null,
    },
    {},
    null,
  ],
  ['it shipped', ship(1, 9, 'shipped'), {}, null],
  ['it stays below', ship(1, 5, 'below_threshold'), {}, null],
])('the JSON and the line beside it say why there is no verdict: %s', (_name, end, why, line) => {
  const state = stateOf(started(), ...roundEvents(1, { votes: ALL(5), composite: 5 }), end);
  const { cause, reason, agentError, message } = reviewResult(state, FACTS);
  expect({ cause, reason, agentError, message }).toEqual({ ...NONE, ...why });
  expect(whyNoneLine(state)).toBe(line);
});
