import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../../scripts/machine-pace.ts';
import { isDeeperThan } from './json-depth.ts';
import { startDaemon } from './test/daemon.ts';

const deep = (levels: number): string => `${'[1,{"a":'.repeat(levels / 2)}${'}]'.repeat(levels / 2)}`;

describe('how deep JSON is', () => {
  test.each([
    ['nothing', '', 0, false],
    ['a number', '7', 0, false],
    ['one list, none allowed', '[]', 0, true],
    ['one list', '[]', 1, false],
    ['lists beside each other', '[[],[],[{}]]', 3, false],
    ['one more inside', '[[],[],[{}]]', 2, true],
    ['brackets in a string', '["[[[[[["]', 1, false],
    ['a quote in a string', '["\\"[[[["]', 1, false],
    ['a backslash at the end of a string', '["\\\\",[[]]]', 2, true],
    ['a string without end', '"[[[[', 1, false],
    ['too many ends', ']]]]]][', 0, false],
  ])('%s', (_, json, limit, expected) => {
    expect(isDeeperThan(Buffer.from(json), limit)).toBe(expected);
  });
});

test.each([
  [30, 201],
  [31, 400],
  [1_000_000, 400],
])('metadata of %i levels inside a request is answered with %i', async (levels, status) => {
  const { url, reported } = await startDaemon();
  const nested = `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const response = await fetch(`${url}/api/projects`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: `{"name":"x","metadata":{"a":${nested}}}`,
  });
  expect([response.status, reported]).toEqual([status, []]);
  if (status === 400)
    expect(await response.json()).toMatchObject({
      error: { message: 'the body is nested more than 32 levels deep' },
    });
});

test('a large document is looked through once', () => {
  const json = Buffer.from(`[${`"${'x'.repeat(80)}",`.repeat(100_000)}${deep(10)}]`);
  const before = processorMs();
  expect(isDeeperThan(json, 32)).toBe(false);
  expect(processorMs() - before).toBeLessThan(5_000);
});
