import { describe, expect, test } from 'vitest';
import { Channel, DEFAULT_MAILBOX, type Frame, type Sink } from './mailbox.ts';

class FakeSink implements Sink {
  readonly writes: Buffer[] = [];
  closed: string | null = null;
  full = false;

  write(bytes: Buffer): boolean {
    this.writes.push(bytes);
    return !this.full;
  }

  close(reason: string): void {
    this.closed = reason;
  }

  get ids(): number[] {
    return Buffer.concat(this.writes)
      .toString()
      .split(' ')
      .filter((word) => word !== '')
      .map(Number);
  }
}

const frame = (id: number, runId = 'r1'): Frame => ({ id, runId, bytes: Buffer.from(`${id} `) });
const upTo = (last: number, from = 1): number[] =>
  Array.from({ length: last - from + 1 }, (_, i) => from + i);
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function live(channel: Channel, runId: string | null = null) {
  const sink = new FakeSink();
  const reader = channel.join(sink, runId);
  reader.release(0);
  return { sink, reader };
}

describe('a mailbox', () => {
  test('the default holds 256 events and 4 MiB', () => {
    expect(DEFAULT_MAILBOX).toEqual({ frames: 256, bytes: 4_194_304 });
  });

  test.each([
    [255, null],
    [256, null],
    [257, 'overflow'],
  ])('with %i events behind a stuck socket, the reader is closed: %s', async (behind, closed) => {
    const channel = new Channel();
    const { sink, reader } = live(channel);
    const { sink: other } = live(channel);
    sink.full = true;
    channel.push(frame(1));
    await tick();
    // The first event filled the socket; everything after it waits.
    for (const id of upTo(behind + 1, 2)) channel.push(frame(id));
    await tick();
    expect(sink.closed).toBe(closed);
    expect(sink.ids).toEqual([1]);
    expect(other.ids).toEqual(upTo(behind + 1));
    sink.full = false;
    reader.drained();
    expect(sink.ids).toEqual(closed === null ? upTo(behind + 1) : [1]);
    await tick();
    expect(channel.backlog).toBe(0);
  });

  test('one write per tick carries all events of the tick, and readers share the very same bytes', async () => {
    const channel = new Channel();
    const [a, b] = [live(channel).sink, live(channel).sink];
    for (const id of upTo(16)) channel.push(frame(id));
    expect(a.writes).toHaveLength(0);
    await tick();
    expect([a.writes.length, b.writes.length]).toEqual([1, 1]);
    expect(a.writes[0]).toBe(b.writes[0]);
    expect(a.ids).toEqual(upTo(16));
  });

  test('a burst larger than the mailbox within one tick reaches every reader that takes bytes', async () => {
    const channel = new Channel();
    const { sink } = live(channel);
    for (const id of upTo(1_000)) channel.push(frame(id));
    await tick();
    expect(sink.ids).toEqual(upTo(1_000));
    expect(sink.closed).toBeNull();
  });

  test('bytes are bounded as well: a reader behind by too many is closed, one large event alone passes', async () => {
    const channel = new Channel({ frames: 256, bytes: 100 });
    const big = (id: number, size: number): Frame => ({ id, runId: 'r1', bytes: Buffer.alloc(size, 32) });
    const { sink } = live(channel);
    sink.full = true;
    channel.push(frame(1));
    await tick();
    channel.push(big(2, 60));
    channel.push(big(3, 40));
    expect(sink.closed).toBeNull();
    channel.push(big(4, 1));
    expect(sink.closed).toBe('overflow');
    const { sink: healthy } = live(channel);
    channel.push(big(5, 5_000));
    await tick();
    expect(healthy.writes.map((bytes) => bytes.length)).toEqual([5_000]);
  });

  test('of several slow readers only those lose their place that are too far behind', async () => {
    const channel = new Channel({ frames: 4, bytes: 1_000 });
    const [slow, slower] = [live(channel), live(channel)];
    slower.sink.full = true;
    channel.push(frame(1));
    await tick();
    slow.sink.full = true;
    channel.push(frame(2));
    await tick();
    for (const id of [3, 4, 5]) channel.push(frame(id));
    expect([slow.sink.closed, slower.sink.closed]).toEqual([null, null]);
    channel.push(frame(6));
    expect([slow.sink.closed, slower.sink.closed]).toEqual([null, 'overflow']);
    slow.sink.full = false;
    slow.reader.drained();
    expect(slow.sink.ids).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('a reader that replays', () => {
  test('gets after its release exactly what the replay had not sent', async () => {
    const channel = new Channel();
    const sink = new FakeSink();
    const reader = channel.join(sink, null);
    for (const id of [4, 5, 6]) channel.push(frame(id));
    await tick();
    expect(sink.ids).toEqual([]);
    expect(reader.release(5)).toBe(true);
    expect(sink.ids).toEqual([6]);
  });

  test('does not get twice what it read from the log before it was published', async () => {
    const channel = new Channel();
    const sink = new FakeSink();
    channel.join(sink, null).release(7);
    for (const id of [6, 7, 8]) channel.push(frame(id));
    await tick();
    for (const id of [9]) channel.push(frame(id));
    await tick();
    expect(sink.ids).toEqual([8, 9]);
  });

  test('is told to read again when more was published than a mailbox holds, and is not closed for it', () => {
    const channel = new Channel({ frames: 4, bytes: 1_000 });
    const sink = new FakeSink();
    const reader = channel.join(sink, null);
    for (const id of upTo(5)) channel.push(frame(id));
    expect(reader.release(2)).toBe(false);
    channel.push(frame(6));
    expect(sink.closed).toBeNull();
    expect(reader.release(5)).toBe(true);
    expect(sink.ids).toEqual([6]);
  });

  test('that leaves does not keep frames in memory', async () => {
    const channel = new Channel();
    const reader = channel.join(new FakeSink(), null);
    live(channel);
    for (const id of upTo(100)) channel.push(frame(id));
    await tick();
    expect(channel.backlog).toBe(100);
    reader.close();
    await tick();
    expect(channel.backlog).toBe(0);
  });
});

describe('a channel', () => {
  test('gives a reader of one run only that run', async () => {
    const channel = new Channel();
    const [all, one, two] = [live(channel), live(channel, 'r1'), live(channel, 'r2')];
    channel.push(frame(1, 'r1'));
    channel.push(frame(2, 'r2'));
    await tick();
    channel.push(frame(3, 'r2'));
    await tick();
    expect([all.sink.ids, one.sink.ids, two.sink.ids]).toEqual([[1, 2, 3], [1], [2, 3]]);
    expect(all.sink.writes[1]).toBe(two.sink.writes[1]);
  });

  test('keeps quiet readers alive and gives up one whose socket took nothing for two heartbeats', () => {
    const channel = new Channel();
    const [quiet, stuck] = [live(channel), live(channel)];
    stuck.sink.full = true;
    const ping = Buffer.from(' ');
    for (let beat = 0; beat < 3; beat++) channel.beat(ping);
    expect([quiet.sink.writes.length, quiet.sink.closed]).toEqual([3, null]);
    expect([stuck.sink.writes.length, stuck.sink.closed]).toEqual([1, 'stalled']);
  });

  test('gives everything before it ends', () => {
    const channel = new Channel();
    const { sink } = live(channel);
    channel.push(frame(1));
    channel.shutdown();
    expect([sink.ids, sink.closed, channel.size]).toEqual([[1], 'shutdown', 0]);
  });

  test('costs nothing while nobody reads', () => {
    const channel = new Channel();
    channel.push(frame(1));
    expect(channel.backlog).toBe(0);
  });
});
