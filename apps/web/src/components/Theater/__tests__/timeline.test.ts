import { foldAll } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { expect, test } from 'vitest';
import { CHECKPOINT_EVERY, createLineReader, Timeline } from '../state/timeline.ts';
import { goldenEvents, goldenNames, goldenState, goldenText } from './golden.ts';

function timelineOf(events: readonly TranscriptEvent[]): Timeline {
  const timeline = new Timeline();
  for (const event of events) timeline.push(event);
  return timeline;
}

/** The same events again and again, numbered on: long enough for several checkpoints. */
function longRun(count: number): TranscriptEvent[] {
  const events = goldenEvents('model-happy-3-rounds').slice(0, -1);
  return Array.from({ length: count }, (_, i) => ({
    ...(events[i % events.length] as TranscriptEvent),
    seq: i + 1,
    at: new Date(1_767_225_600_000 + i * 250).toISOString(),
  }));
}

test('every moment is what folding from zero gives', () => {
  const events = longRun(3 * CHECKPOINT_EVERY + 1);
  const timeline = timelineOf(events);
  for (let i = 0; i <= events.length; i++) expect(timeline.at(i)).toEqual(foldAll(events.slice(0, i)));
  expect(timeline.at(-1)).toEqual(timeline.at(0));
  expect(timeline.at(1e9)).toBe(timeline.at(events.length));
});

test.each(goldenNames())('%s read in pieces of 7 characters gives its golden state', (name) => {
  const timeline = new Timeline();
  const reader = createLineReader(timeline);
  const text = goldenText(name);
  const size = text.length > 50_000 ? 4096 : 7;
  for (let i = 0; i < text.length; i += size) reader.feed(text.slice(i, i + size));
  reader.flush();
  expect(timeline.at(timeline.length)).toEqual(goldenState(name));
});

test('a transcript cut off in the middle of a line keeps what came before', () => {
  const timeline = new Timeline();
  const reader = createLineReader(timeline);
  const [first, second] = goldenText('model-happy-1-round').split('\n');
  reader.feed(`${first}\n${second?.slice(0, 20)}`);
  reader.flush();
  expect(timeline.length).toBe(1);
});

test('stops are the ends of rounds and of the run', () => {
  const timeline = timelineOf(goldenEvents('model-happy-2-rounds'));
  const rounds = timeline.marks.filter(({ kind }) => kind === 'round').map(({ index }) => index);
  expect(rounds).toHaveLength(2);
  expect(timeline.stop(0, 1)).toBe(rounds[0]);
  expect(timeline.stop(rounds[0] ?? 0, 1)).toBe(rounds[1]);
  expect(timeline.stop(timeline.length, 1)).toBe(timeline.length);
  expect(timeline.stop(rounds[1] ?? 0, -1)).toBe(rounds[0]);
  expect(timeline.stop(1, -1)).toBe(0);
  expect(timeline.stop(0, -1)).toBe(0);
  expect(timeline.marks.at(-1)?.kind).toBe('end');
});

test('a line read twice takes no place; gaps are as they happened', () => {
  const events = goldenEvents('model-happy-1-round');
  const timeline = timelineOf([...events.slice(0, 3), ...events]);
  expect(timeline.length).toBe(events.length);
  expect(timeline.gapMs(1)).toBe(1000);
  expect(timeline.gapMs(0)).toBe(0);
});
