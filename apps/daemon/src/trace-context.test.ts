import { expect, test } from 'vitest';
import {
  currentTrace,
  inTrace,
  parseTraceparent,
  spanIdOf,
  traceIdOf,
  traceparentOf,
} from './trace-context.ts';

const GIVEN = '00-af7651916cd43dd8448eb211c80319c7-b7ad6b7169203331-01';

test('what the standard says is read, and written the same', () => {
  const context = parseTraceparent(GIVEN);
  expect(context).toEqual({
    traceId: 'af7651916cd43dd8448eb211c80319c7',
    spanId: 'b7ad6b7169203331',
    sampled: true,
  });
  expect(context && traceparentOf(context)).toBe(GIVEN);
  expect(parseTraceparent(GIVEN.replace(/01$/, '00'))?.sampled).toBe(false);
  // A later version may say more; what this one knows of it is taken.
  expect(parseTraceparent(`cc${GIVEN.slice(2)}-what-comes-then`)?.spanId).toBe('b7ad6b7169203331');
});

test.each([
  undefined,
  '',
  'no trace',
  GIVEN.toUpperCase(),
  `${GIVEN}-more`,
  `ff${GIVEN.slice(2)}`,
  GIVEN.replace(/-[0-9a-f]{32}-/, `-${'0'.repeat(32)}-`),
  GIVEN.replace(/-[0-9a-f]{16}-/, `-${'0'.repeat(16)}-`),
  `${GIVEN}\n${GIVEN}`,
  `cc${GIVEN.slice(2)}-${'x'.repeat(1_000)}`,
])('anything else is no trace: %j', (text) => {
  expect(parseTraceparent(text)).toBeNull();
});

test('ids follow from the run, so that every process names the same', () => {
  expect(traceIdOf('r-1')).toMatch(/^[0-9a-f]{32}$/);
  expect(traceIdOf('r-1')).toBe(traceIdOf('r-1'));
  expect(new Set([spanIdOf('r-1'), spanIdOf('r-1', 'round.1'), spanIdOf('r-2')]).size).toBe(3);
});

test('the trace goes along with what waits, and leaves nothing behind', async () => {
  const context = parseTraceparent(GIVEN);
  const seen = await inTrace(context, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return currentTrace();
  });
  expect(seen).toEqual(context);
  expect(currentTrace()).toBeNull();
});
