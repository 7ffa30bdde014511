import { type CritiqueState, foldAll } from '@design-jury/contracts/theater/fold';
import type { CritiqueSseEvent, TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { expect, test } from 'vitest';
import { INITIAL, MAX_EARLY_EVENTS, phaseOf, reduce, type TheaterState } from '../state/reducer.ts';
import { goldenEvents, goldenNames, goldenState } from './golden.ts';

const play = (events: readonly TranscriptEvent[], state = INITIAL): TheaterState =>
  events.reduce((before, event) => reduce(before, { type: 'event', event }), state);

const stamped = (seq: number, event: CritiqueSseEvent): TranscriptEvent => ({
  ...event,
  seq,
  at: '2026-01-01T00:00:00.000Z',
});
const notice = (seq: number): TranscriptEvent =>
  stamped(seq, { type: 'critique.agent_notice', runId: 'run', kind: 'starting', message: `notice ${seq}` });

test.each(goldenNames())('%s folds to its golden state', (name) => {
  expect(play(goldenEvents(name)).critique).toEqual(goldenState(name));
});

test.each(goldenNames())('%s folds to the same state when every event comes twice', (name) => {
  expect(play(goldenEvents(name).flatMap((event) => [event, event])).critique).toEqual(goldenState(name));
});

test.each(goldenNames())('%s folds to the same state when neighbours change places', (name) => {
  const events = goldenEvents(name);
  for (let i = 0; i + 1 < events.length; i += 2)
    events.splice(i, 2, events[i + 1] as TranscriptEvent, events[i] as TranscriptEvent);
  const state = play(events);
  expect(state.critique).toEqual(goldenState(name));
  expect(state.early).toEqual([]);
});

test('what an agent used and why it failed are kept; what is said after the end is not heard', () => {
  const usage = { inputTokens: 10, outputTokens: 5, costUsd: null };
  const failure = {
    cause: 'agent_error',
    agentError: 'rate_limit',
    message: 'wait',
    bestRound: null,
  } as const;
  const ended = foldAll([
    notice(1),
    stamped(2, { type: 'critique.usage', runId: 'run', ...usage }),
    stamped(3, { type: 'critique.failed', runId: 'run', status: 'failed', ...failure } as CritiqueSseEvent),
    notice(4),
  ]);
  expect(ended).toMatchObject({ phase: 'failed', usage, ...failure, lastSeq: 3, notice: 'notice 1' });
});

test('a panelist that closes late takes nothing from the one who speaks', () => {
  const events = goldenEvents('model-happy-3-rounds');
  const close = events.findIndex(({ type }) => type === 'critique.panelist_close');
  const open = events.findIndex(({ type }, at) => at > close && type === 'critique.panelist_open');
  const late = [...events.slice(0, close), events[open], events[close]].map(
    (event, index) => ({ ...event, seq: index + 1 }) as TranscriptEvent,
  );
  const opened = events[open] as TranscriptEvent & { role: string };
  expect(foldAll(late)).toMatchObject({ activePanelist: opened.role });
});

test('a late join continues from the snapshot', () => {
  const events = goldenEvents('model-happy-3-rounds');
  const critique = play(events.slice(0, 20)).critique;
  const joined = reduce(INITIAL, { type: 'snapshot', critique, queuePosition: null });
  expect(play(events, joined).critique).toEqual(goldenState('model-happy-3-rounds'));
  expect(reduce(INITIAL, { type: 'events', events }).critique).toEqual(goldenState('model-happy-3-rounds'));
});

test('events that came early wait for the snapshot that reaches them', () => {
  const events = goldenEvents('model-happy-2-rounds');
  const ahead = play(events.slice(10, 14));
  expect(phaseOf(ahead)).toBe('idle');
  expect(ahead.early.map(({ seq }) => seq)).toEqual([11, 12, 13, 14]);
  const critique = play(events.slice(0, 12)).critique;
  const joined = reduce(ahead, { type: 'snapshot', critique, queuePosition: null });
  expect(joined.critique.lastSeq).toBe(14);
  expect(joined.early).toEqual([]);
});

test('an early event is kept in its place, once', () => {
  const state = play([notice(5), notice(3), notice(4), notice(3)]);
  expect(state.early.map(({ seq }) => seq)).toEqual([3, 4, 5]);
});

test('an event that is still too early goes on waiting', () => {
  const state = play([notice(5), notice(3), notice(1)]);
  expect(state.critique.lastSeq).toBe(1);
  expect(state.early.map(({ seq }) => seq)).toEqual([3, 5]);
  const next = play([notice(2)], state);
  expect(next.critique.lastSeq).toBe(3);
  expect(next.early.map(({ seq }) => seq)).toEqual([5]);
});

test.each([
  [MAX_EARLY_EVENTS - 1, false],
  [MAX_EARLY_EVENTS, false],
  [MAX_EARLY_EVENTS + 1, true],
])('%i events ahead of a lost one: stale is %s', (count, stale) => {
  const state = play(Array.from({ length: count }, (_, i) => notice(i + 2)));
  expect(state.stale).toBe(stale);
  if (!stale) return;
  expect(play([notice(1)], state)).toBe(state);
  const fresh = reduce(state, {
    type: 'snapshot',
    critique: play([notice(1)]).critique,
    queuePosition: null,
  });
  expect(fresh.stale).toBe(false);
});

test('a run waits, starts, and no longer waits', () => {
  const queued = reduce(INITIAL, { type: 'queue_position', position: 3 });
  expect(phaseOf(queued)).toBe('queued');
  expect(reduce(queued, { type: 'queue_position', position: 3 })).toBe(queued);
  const first = reduce(queued, { type: 'queue_position', position: 1 });
  const running = play([notice(1)], first);
  expect(running.queuePosition).toBeNull();
  expect(phaseOf(running)).toBe('running');
});

test('interrupting is ended only by the word of the daemon', () => {
  const events = goldenEvents('model-happy-3-rounds').slice(0, 12);
  const asked = reduce(play(events), { type: 'interrupt_requested' });
  expect(phaseOf(asked)).toBe('interrupting');
  const more = play([{ ...notice(13) }], asked);
  expect(phaseOf(more)).toBe('interrupting');
  const ended = play(
    [
      stamped(14, {
        type: 'critique.interrupted',
        runId: 'run',
        status: 'interrupted',
        bestRound: 1,
        composite: 6.2,
        recoveryReason: null,
      }),
    ],
    more,
  );
  expect(phaseOf(ended)).toBe('interrupted');
  expect(ended.interrupting).toBe(false);
});

test('a run that ships while it is being interrupted has shipped', () => {
  const events = goldenEvents('model-happy-1-round');
  const asked = reduce(play(events.slice(0, 5)), { type: 'interrupt_requested' });
  expect(phaseOf(play(events, asked))).toBe('shipped');
});

test('an interrupt of a run that is over does nothing; a refused one is taken back', () => {
  const over = play(goldenEvents('model-happy-1-round'));
  expect(reduce(over, { type: 'interrupt_requested' })).toBe(over);
  const asked = reduce(INITIAL, { type: 'interrupt_requested' });
  expect(reduce(asked, { type: 'interrupt_refused' }).interrupting).toBe(false);
});

test('an old snapshot changes nothing but the place in the queue', () => {
  const state = play(goldenEvents('model-happy-2-rounds').slice(0, 9));
  const old: CritiqueState = { phase: 'idle', lastSeq: 0 };
  const after = reduce(state, { type: 'snapshot', critique: old, queuePosition: null });
  expect(after.critique).toBe(state.critique);
});

test('nothing that comes after the end changes it', () => {
  const over = play(goldenEvents('model-happy-2-rounds'));
  expect(play([notice(over.critique.lastSeq + 1)], over)).toBe(over);
});
