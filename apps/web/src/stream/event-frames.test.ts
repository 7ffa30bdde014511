import { expect, test } from 'vitest';
import { processorMs } from '../../../../scripts/machine-pace.ts';
import { createFrameReader } from './event-frames.ts';

const TEXT =
  'retry: 2000\n\nevent: snapshot\ndata: {"run":null}\n\n: ping\n\nid: 7\nevent: critique.ship\ndata: {"a":1}\n\nid: 8\ndata: x\ndata: y\n\n';

test.each([1, 5, 1000])('frames are the same in pieces of %i characters', (size) => {
  const read = createFrameReader();
  const frames = [];
  for (let i = 0; i < TEXT.length; i += size) frames.push(...read(TEXT.slice(i, i + size)));
  expect(frames).toEqual([
    { event: 'snapshot', id: null, data: '{"run":null}' },
    { event: 'critique.ship', id: 7, data: '{"a":1}' },
    { event: 'message', id: 8, data: 'x\ny' },
  ]);
});

test('a frame without end is refused before it fills the memory', () => {
  const read = createFrameReader();
  expect(() => {
    for (let i = 0; i < 40; i++) read('x'.repeat(1024 * 1024));
  }).toThrow('not readable');
});

test('a frame in many pieces costs as much as its characters, not their square', () => {
  const read = createFrameReader();
  const piece = 'x'.repeat(100);
  const started = processorMs();
  read('data: ');
  // Copied and searched anew with every piece, these 20 MB would be some 2,000,000 MB.
  for (let i = 0; i < 200_000; i++) read(piece);
  const [frame] = read('\n\n');
  expect(frame?.data).toHaveLength(20_000_000);
  expect(processorMs() - started).toBeLessThan(20_000);
});
