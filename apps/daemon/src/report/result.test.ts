import { IDLE } from '@design-jury/contracts/theater/fold';
import { expect, test } from 'vitest';
import { reviewResult } from './result.ts';
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
