import { expect, test } from 'vitest';
import { notFlat, type Sample } from './soak.ts';

const MIB = 1_048_576;
const samples = (of: (n: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 60 }, (_, n) => ({ heapUsed: 40 * MIB, rss: 200 * MIB, descriptors: 50, ...of(n) }));

test('figures that go up and down, and a start that takes its time, are flat', () => {
  expect(
    notFlat(samples((n) => ({ heapUsed: (40 + (n % 5) * 3) * MIB, descriptors: 50 + (n % 7) }))),
  ).toEqual([]);
  expect(notFlat(samples((n) => ({ rss: (n < 10 ? 100 : 250) * MIB })))).toEqual([]);
});

test('what grows a little with every sample is named with its growth', () => {
  expect(notFlat(samples((n) => ({ heapUsed: (40 + n / 2) * MIB })))).toEqual([
    'heapUsed grew by 16.0 MiB, at most 8.0 MiB is flat',
  ]);
  expect(notFlat(samples((n) => ({ descriptors: 50 + n })))).toEqual([
    'descriptors grew by 32, at most 8 is flat',
  ]);
  expect(notFlat(samples((n) => ({ rss: (200 + 2 * n) * MIB })))).toEqual([
    'rss grew by 64.0 MiB, at most 48.0 MiB is flat',
  ]);
});
