/** What every bus does: listeners and streams of a project get what is published, in order and once. */
import { describe, expect, test } from 'vitest';
import type { Bus, PublishedItem } from '../stream/bus.ts';

const item = (projectId: string, id: number, runId = 'r1'): PublishedItem => {
  const event = { type: 'case.said', seq: id, at: '2026-11-16T00:00:00.000Z' };
  return { projectId, runId, id, event, line: JSON.stringify(event) };
};

export function busCases(name: string, make: () => Bus): void {
  const stream = (bus: Bus, projectId: string, runId: string | null = null) => {
    const got: string[] = [];
    const closed: string[] = [];
    const sink = {
      write: (bytes: Uint8Array) => got.push(Buffer.from(bytes).toString()) > 0,
      close: (reason: string) => void closed.push(reason),
    };
    const reader = bus.subscribe(projectId, sink, runId);
    const ids = () => [...got.join('').matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    return { reader, got, closed, ids };
  };

  describe(`the bus: ${name}`, () => {
    test('a listener gets its project until it stops, in order', () => {
      const bus = make();
      const heard: number[] = [];
      const stop = bus.listen('p1', ({ id }) => heard.push(id));
      for (const id of [1, 2]) bus.publish(item('p1', id));
      bus.publish(item('p2', 3));
      stop();
      stop();
      bus.publish(item('p1', 4));
      expect(heard).toEqual([1, 2]);
      expect([bus.lastId('p1'), bus.lastId('p2'), bus.lastId('p3')]).toEqual([4, 3, 0]);
    });

    test('a stream waits until it is released, and does not get again what its reading had', async () => {
      const bus = make();
      const { reader, ids } = stream(bus, 'p1');
      for (const id of [1, 2, 3]) bus.publish(item('p1', id));
      await new Promise(setImmediate);
      expect(ids()).toEqual([]);
      expect(reader.release(2)).toBe(true);
      bus.publish(item('p1', 4));
      await expect.poll(ids).toEqual([3, 4]);
      reader.close();
    });

    test('a stream of one run gets only that; a notice has no id', async () => {
      const bus = make();
      const { reader, ids, got } = stream(bus, 'p1', 'r2');
      reader.release(0);
      bus.publish(item('p1', 1));
      bus.publish(item('p1', 2, 'r2'));
      bus.announce({ projectId: 'p1', runId: 'r2', name: 'note', data: { a: 1 } });
      await expect.poll(ids).toEqual([2]);
      await expect.poll(() => got.join('')).toContain('event: note\ndata: {"a":1}\n\n');
      reader.close();
    });

    test('streams are counted, ended together, and forgotten when they close', () => {
      const bus = make();
      const streams = ['p1', 'p1', 'p2'].map((project) => stream(bus, project));
      expect(bus.streams).toBe(3);
      streams[0]?.reader.close();
      expect(bus.streams).toBe(2);
      bus.shutdown();
      expect([bus.streams, streams.flatMap(({ closed }) => closed)]).toEqual([0, ['shutdown', 'shutdown']]);
    });
  });
}
