import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { expect, test } from 'vitest';
import { ALL, roundEvents, ship, stampAll, started } from '../report/test/run.ts';
import { rejudge } from './rejudge.ts';

const RUN = stampAll([
  started(),
  ...roundEvents(1, { votes: { critic: 6, brand: 9, a11y: 9, copy: 9 }, composite: 7.8 }),
  ...roundEvents(2, { votes: { critic: 8, brand: 9, a11y: 9, copy: 9 }, composite: 8.6, decision: 'ship' }),
  ship(2, 8.6, 'shipped'),
]);

test('a lower threshold would have shipped a round earlier', () => {
  expect(rejudge(RUN, { threshold: 7.5 })).toMatchObject({
    was: { status: 'shipped', round: 2 },
    now: { status: 'shipped', round: 1, composite: 7.8 },
    caveat: 'By these rules it would have ended with round 1; one later round was not needed.',
  });
});

test('a higher one would not have shipped, and says which rounds were never played', () => {
  expect(rejudge(RUN, { threshold: 9 })).toMatchObject({
    now: { status: 'below_threshold', round: 2, composite: 8.6 },
    caveat: 'By these rules it would have gone on: 1 of 3 rounds were not played.',
  });
});

test('weights make another composite of the same votes', () => {
  expect(rejudge(RUN, { weights: { critic: 1, brand: 0, a11y: 0, copy: 0 } })).toMatchObject({
    rounds: [
      { n: 1, was: { composite: 7.8 }, now: { composite: 6, decision: 'continue' } },
      { n: 2, was: { composite: 8.6 }, now: { composite: 8, decision: 'ship' } },
    ],
  });
});

test('a role that counts now and never voted blocks; one that no longer counts does not', () => {
  const missing = stampAll([
    started(),
    ...roundEvents(1, {
      votes: { critic: 9, brand: 9, a11y: 9 },
      composite: 9,
      demands: { copy: ['vote-copy-1-1'] },
    }),
    ship(1, 9, 'below_threshold'),
  ]);
  expect(rejudge(missing, {})).toMatchObject({
    now: { status: 'below_threshold' },
    rounds: [{ missing: ['copy'] }],
  });
  expect(rejudge(missing, { weights: { copy: 0 } })).toMatchObject({
    now: { status: 'shipped' },
    rounds: [{ missing: [] }],
  });
  expect(rejudge(RUN, { weights: { designer: 1 } })).toMatchObject({
    now: { status: 'below_threshold' },
    rounds: [{ missing: ['designer'] }, {}],
  });
});

test('a panelist that is taken off neither votes nor demands; what instruments demand stays', () => {
  const opposed = stampAll([
    started(),
    ...roundEvents(1, {
      votes: { critic: 3, brand: 9, a11y: 9, copy: 9 },
      composite: 6.6,
      demands: { critic: ['taste'] },
    }),
    ship(1, 6.6, 'below_threshold'),
  ]);
  expect(rejudge(opposed, { without: ['critic'] })).toMatchObject({
    now: { status: 'shipped', composite: 9 },
    without: ['critic'],
    rounds: [{ now: { mustFix: 0 }, missing: [] }],
  });
  const measured = stampAll([
    started(),
    ...roundEvents(1, { votes: ALL(9), composite: 9, demands: { critic: ['lint-critic-1-1'] } }),
    ship(1, 9, 'below_threshold'),
  ]);
  expect(rejudge(measured, { without: ['critic'] })).toMatchObject({ now: { status: 'below_threshold' } });
});

test('rules that leave no vote leave no verdict: neither 0 nor, at a threshold of 0, a pass', () => {
  const run = stampAll([
    started(),
    ...roundEvents(1, { votes: { critic: 9, a11y: 9, copy: 9 }, composite: 9, decision: 'ship' }),
    ship(1, 9, 'shipped'),
  ]);
  for (const threshold of [0, 8])
    expect(rejudge(run, { threshold, without: ['critic', 'a11y', 'copy'] })).toMatchObject({
      now: { status: 'degraded', round: null, composite: null },
      rounds: [{ was: { composite: 9 }, now: { composite: null, decision: 'continue' } }],
      caveat: 'These rules leave no vote: of brand there is none, so there is no verdict.',
    });
});

test('a round in which every role abstained has no vote: at a threshold of 0 it is no pass either', () => {
  const abstained = ['critic', 'brand', 'a11y', 'copy'] as const;
  const run = stampAll([
    started(),
    ...roundEvents(1, { votes: {}, composite: 0 }).map((event) =>
      event.type === 'critique.round_end' ? { ...event, abstained: [...abstained] } : event,
    ),
  ]);
  expect(rejudge(run, { threshold: 0 })).toMatchObject({
    now: { status: 'degraded', round: null, composite: null },
    rounds: [{ now: { composite: null, decision: 'continue' }, reason: 'no role that counts has voted' }],
  });
});

test('an open must-fix blocks at any threshold', () => {
  const open = stampAll([
    started(),
    ...roundEvents(1, { votes: ALL(9), composite: 9, demands: { copy: ['title@head'] } }),
    ship(1, 9, 'below_threshold'),
  ]);
  expect(rejudge(open, { threshold: 0 })).toMatchObject({ now: { status: 'below_threshold' } });
});

test.each([
  [[], {}, 'it has no run_started event, so nothing says how it was judged'],
  [stampAll([started()]), {}, 'no round of it was complete, so there is nothing to judge'],
  [RUN, { threshold: 11 }, 'a threshold of 11 is above its scale of 10'],
  [
    RUN,
    { weights: { critic: 0, brand: 0, a11y: 0, copy: 0 } },
    'no role of its cast (designer, critic, brand, a11y, copy) would have a weight above 0',
  ],
])('what cannot be judged is said: %#', (events, rules, problem) => {
  expect(rejudge(events, rules)).toEqual({ problem });
});

test('with the run’s own rules every golden transcript is judged as it was', () => {
  const folder = fileURLToPath(new URL('../../../../__fixtures__/critique/v1/', import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith('.ndjson'));
  expect(files.length).toBeGreaterThan(10);
  for (const name of files) {
    const lines = readFileSync(`${folder}/${name}`, 'utf8').trim().split('\n');
    const events = lines.map((line): TranscriptEvent => JSON.parse(line));
    const judged = rejudge(events, {});
    if ('problem' in judged) continue;
    for (const round of judged.rounds) expect({ name, ...round.now }).toEqual({ name, ...round.was });
  }
});
