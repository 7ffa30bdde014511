import { expect, test } from 'vitest';
import { encodeEvent } from './bus.ts';

test('a frame is id, event and data, in one line each', () => {
  expect(encodeEvent(7, 'critique.usage', '{"a":1}').toString()).toBe(
    'id: 7\nevent: critique.usage\ndata: {"a":1}\n\n',
  );
  expect(encodeEvent(null, 'snapshot', '{}').toString()).toBe('event: snapshot\ndata: {}\n\n');
});

test('a line break in the data cannot begin another field', () => {
  expect(encodeEvent(1, 'x', '{\r\n"a":1}\nid: 99').toString()).toBe(
    'id: 1\nevent: x\ndata: { "a":1} id: 99\n\n',
  );
});
