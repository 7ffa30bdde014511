import { expect, test } from 'vitest';
import { type Accepted, gateOf } from './gate.ts';
import { ALL, mustFix, roundEvents, ship, started, stateOf } from './test/run.ts';

const OPEN = stateOf(
  started(),
  ...roundEvents(1, {
    votes: ALL(9),
    composite: 9,
    demands: { critic: ['contrast@p'], copy: ['title@head'] },
  }),
  ship(1, 9, 'below_threshold'),
);

const accept = (audit: string, selector: string | null = null): Accepted => ({
  audit,
  selector,
  reason: 'agreed with the client',
});

test('what the panel ships passes, and nothing is remarked', () => {
  const state = stateOf(
    started(),
    ...roundEvents(1, { votes: ALL(9), composite: 9, decision: 'ship' }),
    ship(1, 9, 'shipped'),
  );
  expect(gateOf(state, [], null)).toEqual({
    passes: true,
    suppressed: [],
    known: [],
    fresh: [],
    remarks: [],
  });
});

test('open must-fixes gate until each of them is accepted', () => {
  expect(gateOf(OPEN, [], null)).toMatchObject({
    passes: false,
    fresh: [{ id: 'contrast@p' }, { id: 'title@head' }],
  });
  expect(gateOf(OPEN, [accept('contrast')], null)).toMatchObject({
    passes: false,
    fresh: [{ id: 'title@head' }],
  });
  expect(gateOf(OPEN, [accept('contrast'), accept('title', 'head')], null)).toMatchObject({
    passes: true,
    fresh: [],
    remarks: [
      '2 suppressed: agreed with the client.',
      'What is left is accepted: this passes, although the panel did not ship it.',
    ],
  });
});

test('a suppression for one place leaves the others gating', () => {
  expect(gateOf(OPEN, [accept('contrast', 'h1'), accept('title')], null).passes).toBe(false);
});

test('suppressing findings does not lower the threshold', () => {
  const low = stateOf(
    started(),
    ...roundEvents(1, { votes: ALL(7), composite: 7, demands: { critic: ['contrast@p'] } }),
    ship(1, 7, 'below_threshold'),
  );
  expect(gateOf(low, [accept('contrast')], null).passes).toBe(false);
  expect(gateOf(low, [], { composite: 7, mustFixes: ['contrast@p'] }).passes).toBe(true);
  expect(gateOf(low, [], { composite: 7.01, mustFixes: ['contrast@p'] }).passes).toBe(false);
});

test('with a baseline only new findings gate', () => {
  const gate = gateOf(OPEN, [], { composite: 5, mustFixes: ['contrast@p'] });
  expect(gate).toMatchObject({ passes: false, known: [{ id: 'contrast@p' }], fresh: [{ id: 'title@head' }] });
  expect(gate.remarks).toEqual(['1 known from the baseline, 1 new.']);
});

test('a missing vote can neither be suppressed nor be known', () => {
  const state = stateOf(
    started(),
    ...roundEvents(1, { votes: ALL(9), composite: 9, demands: { copy: ['vote-copy-1-1'] } }),
    ship(1, 9, 'below_threshold'),
  );
  expect(
    gateOf(state, [accept('vote-copy-1-1')], { composite: 9, mustFixes: ['vote-copy-1-1'] }).passes,
  ).toBe(false);
});

test('a demand of the final lint is known by its words, whatever number it got', () => {
  const state = stateOf(
    started(),
    ...roundEvents(1, { votes: ALL(9), composite: 9, demands: { designer: ['lint-designer-1-7'] } }),
    ship(1, 9, 'below_threshold'),
  );
  expect(gateOf(state, [], { composite: 9, mustFixes: ['lint@: Mend lint-designer-1-7.'] }).passes).toBe(
    true,
  );
  expect(gateOf(state, [accept('lint')], null).passes).toBe(true);
});

test.each(['failed', 'timed_out'] as const)('what is %s never passes, accepted or not', (status) => {
  const state = stateOf(started(), mustFix(1, 'critic', 'contrast@p'), {
    type: 'critique.failed',
    runId: 'r1',
    status,
    cause: 'total_timeout',
    message: 'too long',
    bestRound: null,
  });
  expect(gateOf(state, [accept('contrast')], { composite: null, mustFixes: [] }).passes).toBe(false);
});
