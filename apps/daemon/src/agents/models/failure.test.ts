import { describe, expect, test } from 'vitest';
import { failureOf, retryAfterMs } from './failure.ts';
import { RETRY_POLICY, waitBeforeRetry } from './retry.ts';

const tried = (attempt: number, shown = 0, extra = 0) => ({ attempt, shown, extra });
const NOW = Date.parse('2026-11-16T04:00:00Z');

describe('[M6] Retry-After', () => {
  test.each([
    ['seconds', { 'retry-after': '30' }, 30_000],
    ['no wait', { 'retry-after': '0' }, 0],
    ['fractions', { 'retry-after': '0.5' }, 500],
    ['a date', { 'retry-after': 'Mon, 16 Nov 2026 04:00:20 GMT' }, 20_000],
    ['a date that has passed', { 'retry-after': 'Mon, 16 Nov 2026 03:00:00 GMT' }, 0],
    ['milliseconds of their own', { 'retry-after-ms': '250', 'retry-after': '30' }, 250],
    ['nothing', {}, null],
    ['blank', { 'retry-after': ' ' }, null],
    ['nonsense', { 'retry-after': 'soon' }, null],
    ['negative', { 'retry-after': '-5' }, null],
    ['too large to be meant', { 'retry-after': '99999999999' }, null],
  ])('%s', (_name, headers, expected) => {
    expect(retryAfterMs(headers as Record<string, string>, NOW)).toBe(expected);
  });
});

describe('[M6] asking again', () => {
  const failure = { kind: 'server', message: '', retryable: true, retryAfterMs: null } as const;

  test('waits longer each time, and stops at the third attempt', () => {
    expect([1, 2, 3].map((attempt) => waitBeforeRetry(failure, tried(attempt), RETRY_POLICY))).toEqual([
      1_000,
      2_000,
      null,
    ]);
  });

  test('waits as asked up to a minute, and not longer', () => {
    const asked = (ms: number) => waitBeforeRetry({ ...failure, retryAfterMs: ms }, tried(1), RETRY_POLICY);
    expect([59_999, 60_000, 60_001].map(asked)).toEqual([59_999, 60_000, null]);
  });

  test('after a word was shown once, and a bounded number of times in a session', () => {
    expect([0, 1, 2].map((shown) => waitBeforeRetry(failure, tried(1, shown), RETRY_POLICY))).toEqual([
      1_000,
      1_000,
      null,
    ]);
    expect([7, 8, 9].map((extra) => waitBeforeRetry(failure, tried(1, 0, extra), RETRY_POLICY))).toEqual([
      1_000,
      null,
      null,
    ]);
  });

  test('never for what will not pass', () => {
    expect(waitBeforeRetry({ ...failure, retryable: false }, tried(1), RETRY_POLICY)).toBeNull();
  });

  test.each([
    [401, 'bad key', 'auth', false],
    [403, 'not yours', 'auth', false],
    [400, 'bad field', 'other', false],
    [404, 'no such model', 'other', false],
    [400, 'maximum context length is 128000 tokens', 'too_long', false],
    [413, 'too large', 'too_long', false],
    [402, 'pay', 'rate_limit', false],
    [408, 'timeout', 'timeout', true],
    [429, 'slow down', 'rate_limit', true],
    [429, 'You exceeded your current quota: insufficient_quota', 'rate_limit', false],
    [500, 'oops', 'server', true],
    [503, 'busy', 'server', true],
    [529, 'overloaded', 'server', true],
  ])('%i %j is %s, to be retried: %s', (statusCode, message, kind, retryable) => {
    expect(failureOf(Object.assign(new Error(message), { statusCode }), 'X', NOW)).toMatchObject({
      kind,
      retryable,
    });
  });
});
