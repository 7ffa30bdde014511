import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Collector, startCollector } from '../test/collector.ts';
import { createOutbox } from './outbox.ts';

let collector: Collector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.close());

const BATCH = { delayMs: 20, queue: 10, size: 4 };

function boxOf(problems: string[], url = `${collector.url}/v1/traces`) {
  return createOutbox<number>({
    to: { url, headers: {}, timeoutMs: 2_000, gzip: false },
    encode: (items) => JSON.stringify({ items }),
    batch: BATCH,
    onProblem: (problem) => problems.push(problem),
  });
}

const sent = (): number[] =>
  collector.bodies.flatMap(({ text }) => (JSON.parse(text) as { items: number[] }).items);

test('what is added is sent in groups, in its order, and the rest at the end', async () => {
  const problems: string[] = [];
  const box = boxOf(problems);
  for (let n = 0; n < 6; n += 1) box.add(n);
  await box.close();
  expect(sent()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(collector.bodies.length).toBe(2);
  expect(problems).toEqual([]);
});

test('what is refused for now is sent again; what is refused for good is not', async () => {
  const problems: string[] = [];
  collector.answers.push(503, 429);
  const box = boxOf(problems);
  for (let n = 0; n < 4; n += 1) box.add(n);
  await expect.poll(sent).toEqual([0, 1, 2, 3]);
  collector.answers.push(400);
  for (let n = 4; n < 8; n += 1) box.add(n);
  await expect.poll(() => problems).toEqual(['it answered 400']);
  expect(box.dropped).toBe(4);
  await box.close();
});

test('more than may wait is dropped at once, and a place that is gone keeps nobody waiting', async () => {
  const problems: string[] = [];
  const box = boxOf(problems, 'http://127.0.0.1:1/v1/traces');
  for (let n = 0; n < 1_000; n += 1) box.add(n);
  expect(box.dropped).toBeGreaterThanOrEqual(980);
  await box.close();
  expect(box.dropped).toBe(1_000);
  expect(problems.length).toBeGreaterThan(0);
});

test('what comes while a group is on its way is not sent one by one behind it, but as a group or after the delay', async () => {
  const problems: string[] = [];
  const box = createOutbox<number>({
    to: { url: `${collector.url}/v1/traces`, headers: {}, timeoutMs: 2_000, gzip: false },
    encode(items) {
      // As if somebody went on talking while the first group is sent.
      if (items[0] === 0) queueMicrotask(() => box.add(4));
      return JSON.stringify({ items });
    },
    batch: { ...BATCH, delayMs: 600_000 },
    onProblem: (problem) => problems.push(problem),
  });
  for (let n = 0; n < 4; n += 1) box.add(n);
  await expect.poll(sent).toEqual([0, 1, 2, 3]);
  for (let n = 5; n < 8; n += 1) box.add(n);
  await expect.poll(sent).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(collector.bodies.length).toBe(2);
  await box.close();
  expect(problems).toEqual([]);
});

test('what came while a group was on its way is sent after the delay, though nothing more comes', async () => {
  const box = boxOf([]);
  for (let n = 0; n < 6; n += 1) box.add(n);
  await expect.poll(sent).toEqual([0, 1, 2, 3, 4, 5]);
  await box.close();
});

test('what cannot be encoded is a problem that is told, and no fault of the process', async () => {
  const problems: string[] = [];
  const box = createOutbox<number>({
    to: { url: `${collector.url}/v1/traces`, headers: {}, timeoutMs: 2_000, gzip: false },
    encode() {
      throw new Error('not to be written');
    },
    batch: BATCH,
    onProblem: (problem) => problems.push(problem),
  });
  for (let n = 0; n < 4; n += 1) box.add(n);
  await expect.poll(() => problems).toEqual(['not to be written']);
  expect(box.dropped).toBe(4);
  await box.close();
});
