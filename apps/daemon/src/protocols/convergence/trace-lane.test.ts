import type { WorkerTrace } from '@design-jury/contracts/convergence/trace';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Redactor } from '../../agents/redact.ts';
import {
  askedAgain,
  type Heard,
  heard,
  isDue,
  type Lane,
  openLane,
  picture,
  TRACE_LIMITS,
} from './trace-lane.ts';

const redactor = new Redactor();
const redact = (text: string): string => redactor.message(text);
const LIMITS = TRACE_LIMITS;

function hear(...said: readonly Heard[]): Lane {
  return said.reduce((lane, delta) => heard(lane, delta, 100, LIMITS), openLane('ann', 'analysis', 0, 0));
}
const seen = (lane: Lane, now = 200): WorkerTrace =>
  picture(lane, now, { told: 1, redact, limits: LIMITS }).trace;
const text = (...pieces: string[]): Heard[] => pieces.map((piece) => ({ type: 'text', text: piece }));
const shown = (lane: Lane): string[] => seen(lane).lines.map(({ text: line }) => line);

describe('[V13] a picture of a worker', () => {
  test('shows the last lines, and counts those before them', () => {
    const lane = hear(...text('one\ntwo\nthr', 'ee\nfour\nfive\nsix\nseven '));
    expect(shown(lane)).toEqual(['three', 'four', 'five', 'six', 'seven']);
    expect(seen(lane)).toMatchObject({ state: 'writing', more: 2, elapsedMs: 200, cause: null });
  });

  test.each([
    [['one line\n'], 0],
    [['one line\n\n\n'], 0],
    [['unfinished'], 0],
    [['one\n', 'unfinished'], 0],
    [['1\n2\n3\n4\n5\n'], 0],
    [['1\n2\n3\n4\n5\n6\n'], 1],
    [[...'1\n\n2\n3\n4\n5\n6\n7\n'], 2],
  ])('%j: %i came before what is shown', (pieces, more) => {
    expect(seen(hear(...text(...pieces))).more).toBe(more);
  });

  test('tells thinking, notices and text apart, in the order in which they came', () => {
    const lane = hear(
      { type: 'notice', kind: 'progress', message: 'uses Read' },
      { type: 'thinking', text: 'Where is it? ' },
      { type: 'text', text: '{"findings": ' },
      { type: 'usage', inputTokens: 900, outputTokens: 20, costUsd: 0.5 },
      { type: 'usage', inputTokens: 100, outputTokens: 2, costUsd: null },
    );
    expect(seen(lane)).toMatchObject({
      lines: [
        { kind: 'notice', text: 'uses Read' },
        { kind: 'thinking', text: 'Where is it?' },
        { kind: 'text', text: '{"findings":' },
      ],
      usage: { inputTokens: 1_000, outputTokens: 22, costUsd: null },
    });
  });

  test.each([
    ['retry', 'retrying'],
    ['rate_limit', 'held-up'],
    ['progress', 'working'],
    ['starting', 'started'],
  ] as const)('a notice of kind %s: %s', (kind, state) => {
    expect(seen(hear({ type: 'notice', kind, message: 'wait' })).state).toBe(state);
  });

  test('an answer that is withdrawn is shown no more; neither is one that could not be used', () => {
    const withdrawn = hear(...text('wrong '), { type: 'restart', message: 'the model began anew' });
    expect(shown(withdrawn)).toEqual(['the model began anew']);
    const again = askedAgain(hear(...text('garbage ')), 'no JSON in it', 150, LIMITS);
    expect(seen(again)).toMatchObject({ state: 'retrying', cause: 'no JSON in it' });
    expect(shown(again)).toEqual(['no JSON in it']);
  });

  const KEY = `sk-${'a1B2'.repeat(10)}`;
  test.each([
    ['whole', [`the key is ${KEY} here`]],
    ['cut in two', ['the key is sk-a1B2a1B2', `${KEY.slice(11)} here`]],
    ['character by character', [...`the key is ${KEY} here`]],
    ['after its name on the line before', ['password:\n', 'correct-horse-battery ']],
  ])('shows no secret: %s', (_, pieces) => {
    let lane = openLane('ann', 'analysis', 0, 0);
    for (const delta of text(...pieces)) {
      lane = heard(lane, delta, 100, LIMITS);
      // At every moment, not only at the end: what was written into the log stays there.
      expect(JSON.stringify(seen(lane))).not.toMatch(/a1B2|horse/);
    }
    expect(shown(lane).join('\n')).toContain('[redacted]');
  });

  test.each([1, 37, 400, 5_000])(
    'a word that is longer than what is kept is not shown in part, in pieces of %i',
    (size) => {
      const whole = `begin eyJ${'abcdefgh'.repeat(2_000)} end `;
      let lane = openLane('ann', 'analysis', 0, 0);
      for (let at = 0; at < whole.length; at += size) {
        lane = heard(lane, { type: 'text', text: whole.slice(at, at + size) }, 100, LIMITS);
        if (at % 7 === 0 || at + size >= whole.length) expect(shown(lane).join('')).not.toContain('abcdefgh');
      }
      expect(shown(lane)).toEqual(['end']);
      const over = { ...lane, state: 'finished' as const };
      expect(seen(over).lines.map(({ text: line }) => line)).toEqual(['end']);
    },
  );

  test('is no larger than its bounds, whatever is said', () => {
    const said = fc.array(
      fc.oneof(
        fc.record({
          type: fc.constantFrom('text' as const, 'thinking' as const),
          text: fc.string({ unit: 'binary', minLength: 1, maxLength: 3_000 }),
        }),
        fc.record({
          type: fc.constant('notice' as const),
          kind: fc.constantFrom('starting', 'retry', 'rate_limit', 'progress'),
          message: fc.string({ unit: 'binary', maxLength: 3_000 }),
        }),
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(said, fc.string({ unit: 'binary', maxLength: 2_000 }), (deltas, cause) => {
        const lane = { ...hear(...deltas), cause };
        const { lines, cause: why } = seen(lane);
        const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
        expect(lines.length).toBeLessThanOrEqual(5);
        expect(bytes(lines)).toBeLessThanOrEqual(902);
        expect(bytes(why)).toBeLessThanOrEqual(400);
        expect(bytes(seen(lane))).toBeLessThanOrEqual(1_700);
        for (const { text: kept } of lane.stretches) expect(kept.length).toBeLessThanOrEqual(4_096);
      }),
      { numRuns: 200 },
    );
  });
});

describe('[V13] pictures are few', () => {
  const fresh = (told: number, toldAt = 0): Lane => ({ ...hear(...text('a ')), told, toldAt });

  test.each([
    [0, 999, false],
    [0, 1_000, true],
    [39, 1_000, true],
    [40, 1_999, false],
    [40, 2_000, true],
    [239, 31_999, false],
    [239, 32_000, true],
    [240, 3_600_000, false],
  ])('after %i pictures, %i ms later: %s', (told, now, due) => {
    expect(isDue(fresh(told), now, 0, LIMITS)).toBe(due);
  });

  test.each([
    [1_199, true],
    [1_200, false],
  ])('with %i pictures in the run: %s', (inRun, due) => {
    expect(isDue(fresh(0), 5_000, inRun, LIMITS)).toBe(due);
  });

  test('a worker that is heard a thousand times a second for an hour has 240 pictures at most, and the last one says so', () => {
    let lane = openLane('ann', 'analysis', 0, 0);
    const traces: WorkerTrace[] = [];
    for (let now = 0; now < 3_600_000; now += 250) {
      lane = heard(lane, { type: 'text', text: 'word\n'.repeat(250) }, now, LIMITS);
      if (!isDue(lane, now, traces.length, LIMITS)) continue;
      const told = picture(lane, now, { told: traces.length + 1, redact, limits: LIMITS });
      lane = told.lane;
      traces.push(told.trace);
    }
    expect(traces).toHaveLength(240);
    expect(traces.filter(({ isMuted }) => isMuted)).toEqual([traces.at(-1)]);
    // They reach far: nothing goes dark while a worker has its ten minutes.
    expect(traces.at(-1)?.elapsedMs).toBeGreaterThan(1_200_000);
  });

  test('a silent worker is said to be silent every ten seconds, and heard again it is no longer', () => {
    const lane = openLane('ann', 'analysis', 0, 0);
    expect(isDue(lane, 9_999, 0, LIMITS)).toBe(false);
    expect(isDue(lane, 10_000, 0, LIMITS)).toBe(true);
    const quiet = picture(lane, 10_000, { told: 1, redact, limits: LIMITS });
    expect(quiet.trace).toMatchObject({ state: 'silent', elapsedMs: 10_000 });
    expect(isDue(quiet.lane, 19_999, 0, LIMITS)).toBe(false);
    expect(isDue(quiet.lane, 20_000, 0, LIMITS)).toBe(true);
    expect(heard(quiet.lane, { type: 'alive' }, 20_000, LIMITS).state).toBe('working');
  });
});
