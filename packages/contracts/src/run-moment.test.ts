import { describe, expect, test } from 'vitest';
import type { RunEvent, RunRecord } from './run.ts';
import { createMoments, recordAfter, stateAt } from './run-moment.ts';

const AT = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-01T00:00:01.000Z';

const said = (name: string, seq: number): RunEvent => {
  const [type = '', state] = name.split(' ');
  return { type, seq, at: AT, id: 'q', ...(state !== undefined && { state }) };
};

describe('how a run stood at an earlier moment', () => {
  test.each([
    [[], 'none'],
    [['loop.started', 'loop.pass_started'], 'running'],
    [['loop.started', 'question.asked'], 'waiting'],
    [['loop.started', 'question.asked', 'question.answered'], 'running'],
    [['loop.started', 'question.asked', 'run.state waiting'], 'waiting'],
    [['loop.started', 'run.state paused'], 'paused'],
    [['loop.started', 'run.state paused', 'run.state running'], 'running'],
    [['loop.started', 'loop.ended'], 'over'],
    [['loop.started', 'question.asked', 'loop.ended', 'run.ended ended'], 'over'],
    [['convergence.started', 'convergence.ended', 'question.asked'], 'waiting'],
    [['convergence.started', 'convergence.ended', 'convergence.warning'], 'over'],
    [['content.started', 'content.paused'], 'paused'],
    [['content.started', 'content.paused', 'content.resumed'], 'running'],
    [['content.started', 'content.saved'], 'over'],
    [['content.started', 'content.saved', 'content.step_started', 'content.deploy_step'], 'running'],
    [['content.started', 'content.failed'], 'over'],
    [['toy.counted', 'run.ended ended'], 'over'],
  ])('after %j it stood at %s', (names, expected) => {
    expect(stateAt(names.map(said), names.length)).toBe(expected);
  });

  test('it is not the end’s', () => {
    expect(stateAt(['loop.started', 'loop.pass_started', 'loop.ended'].map(said), 2)).toBe('running');
  });
});

describe('the moments of a run', () => {
  test.each([
    [[], []],
    [
      ['loop.started', 'loop.pass_started', 'loop.ended', 'run.ended ended'],
      [1, 2, 4],
    ],
    [
      ['loop.started', 'question.asked', 'run.state waiting', 'question.answered'],
      [1, 3, 4],
    ],
    [
      ['loop.started', 'question.asked', 'question.answered', 'run.state running'],
      [1, 2, 4],
    ],
    // What nobody but the host says changes how the run stands.
    [
      ['loop.started', 'run.state paused', 'run.state running', 'loop.pass_started'],
      [1, 2, 3, 4],
    ],
    [
      ['loop.started', 'run.ended failed'],
      [1, 2],
    ],
    [
      ['loop.started', 'question.asked', 'loop.ended', 'run.ended ended'],
      [1, 2, 3, 4],
    ],
    [['run.ended interrupted'], [1]],
    // The protocol's own events are moments, whatever they change.
    [
      ['content.started', 'content.saved', 'content.warning', 'run.ended ended'],
      [1, 2, 4],
    ],
  ])('of %j are after %j events', (names, expected) => {
    expect(createMoments()(names.map(said))).toEqual(expected);
  });

  test('are the same when the run is heard event by event', () => {
    const events = ['loop.started', 'run.state running', 'question.asked', 'run.state waiting'].map(said);
    const momentsOf = createMoments();
    const heard: RunEvent[] = [];
    const counts = events.map((event) => {
      heard.push(event);
      return momentsOf(heard).length;
    });
    expect(counts).toEqual([1, 1, 2, 2]);
    expect(momentsOf(heard)).toEqual(createMoments()(events));
  });
});

describe('a record as its run speaks', () => {
  const record = (part: Partial<RunRecord>) =>
    ({ state: 'running', outcome: null, exitCode: null, updatedAt: AT, endedAt: null, ...part }) as RunRecord;
  const event = (part: Partial<RunEvent> & { type: string }): RunEvent => ({ seq: 1, at: LATER, ...part });

  test('a run that says anything has begun', () => {
    expect(recordAfter(record({ state: 'queued' }), event({ type: 'loop.started' })).state).toBe('running');
    const running = record({});
    expect(recordAfter(running, event({ type: 'loop.started' }))).toBe(running);
  });

  test('it waits, goes on and ends by the word of the host', () => {
    const waits = recordAfter(
      record({}),
      event({ type: 'run.state', state: 'waiting', reason: 'questions' }),
    );
    expect(waits).toMatchObject({ state: 'waiting', updatedAt: LATER, endedAt: null });
    const resumed = recordAfter(waits, event({ type: 'run.state', state: 'running', reason: 'resumed' }));
    expect(resumed.state).toBe('running');
    const ended = { type: 'run.ended', state: 'ended', outcome: 'converged', exitCode: 0 };
    expect(recordAfter(resumed, event(ended))).toMatchObject({
      state: 'ended',
      outcome: 'converged',
      exitCode: 0,
      endedAt: LATER,
    });
  });

  test('what was said before the record was written changes nothing: the record knows more', () => {
    const aside = record({ state: 'paused', updatedAt: LATER });
    expect(recordAfter(aside, event({ type: 'run.state', state: 'running', at: AT }))).toBe(aside);
  });
});
