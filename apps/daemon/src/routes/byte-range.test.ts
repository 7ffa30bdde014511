import { expect, test } from 'vitest';
import { byteRange } from './byte-range.ts';

test.each([
  [undefined, 10, 'whole'],
  ['bytes=0-0', 10, [0, 0]],
  ['bytes=0-9', 10, [0, 9]],
  ['bytes=0-10', 10, [0, 9]],
  ['bytes=9-', 10, [9, 9]],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-1', 10, [9, 9]],
  ['bytes=-10', 10, [0, 9]],
  ['bytes=-11', 10, [0, 9]],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-5', 0, 'unsatisfiable'],
  ['BYTES=1-2', 10, [1, 2]],
  ['bytes=5-4', 10, 'whole'],
  ['bytes=0-1,3-4', 10, 'whole'],
  ['bytes=-', 10, 'whole'],
  ['bytes=a-b', 10, 'whole'],
  ['items=0-1', 10, 'whole'],
  ['bytes=99999999999999999999-', 10, 'whole'],
] as const)('%s of %i bytes is %j', (header, size, expected) => {
  const range = byteRange(header, size);
  expect(range.kind === 'part' ? [range.start, range.end] : range.kind).toEqual(expected);
});
