import { expect, test } from 'vitest';
import { createBus, encodeEvent, type PublishedItem } from './bus.ts';

const item = (projectId: string, id: number): PublishedItem => {
  const event = {
    type: 'critique.agent_notice',
    runId: 'r1',
    kind: 'starting',
    message: 'x',
    seq: id,
    at: '2026-11-16T00:00:00.000Z',
  } as const;
  return { projectId, runId: 'r1', id, event, line: JSON.stringify(event) };
};

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

test('a listener hears its project until it stops', () => {
  const bus = createBus();
  const heard: number[] = [];
  const stop = bus.listen('p1', ({ id }) => heard.push(id));
  bus.publish(item('p1', 1));
  bus.publish(item('p2', 2));
  stop();
  stop();
  bus.publish(item('p1', 3));
  expect(heard).toEqual([1]);
});

test('streams are counted, ended together, and forgotten when they close', () => {
  const bus = createBus();
  const closed: string[] = [];
  const sink = { write: () => true, close: (reason: string) => void closed.push(reason) };
  const readers = ['p1', 'p1', 'p2'].map((project) => bus.subscribe(project, sink, null));
  expect(bus.streams).toBe(3);
  readers[0]?.close();
  expect(bus.streams).toBe(2);
  bus.shutdown();
  expect([bus.streams, closed]).toEqual([0, ['shutdown', 'shutdown']]);
});
