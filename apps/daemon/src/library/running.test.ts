/** Events that wait for a reader: all of them up to the limit, and an end. */
import { describe, expect, test } from 'vitest';
import { MAX_UNREAD_EVENTS, startRunning } from './running.ts';

const event = (n: number) => ({ page: 'page', type: 'tick', runId: 'run', n });

async function unread(count: number): Promise<{ read: number; error: string | null }> {
  const running = startRunning(async (emit) => {
    for (let n = 0; n < count; n += 1) emit(event(n));
    return 'done';
  });
  expect(await running).toBe('done');
  let read = 0;
  try {
    for await (const { n } of running) {
      expect(n).toBe(read);
      read += 1;
    }
  } catch (error) {
    return { read, error: String(error) };
  }
  return { read, error: null };
}

describe('a reader that comes late', () => {
  test.each([
    [MAX_UNREAD_EVENTS - 1, null],
    [MAX_UNREAD_EVENTS, null],
    [MAX_UNREAD_EVENTS + 1, expect.stringMatching(/10000 events were not read/)],
  ])('of %i events', async (count, error) => {
    expect(await unread(count)).toEqual({ read: Math.min(count, MAX_UNREAD_EVENTS), error });
  });
});

test('a reader that leaves early ends nothing', async () => {
  const running = startRunning(async (emit) => {
    emit(event(0));
    emit(event(1));
    return 'done';
  });
  for await (const _ of running) break;
  expect(await running).toBe('done');
});

test('a failure is told to the reader, and to whoever awaits', async () => {
  const running = startRunning<never>(async (emit) => {
    emit(event(0));
    throw new Error('broken');
  });
  const read: unknown[] = [];
  await expect(
    (async () => {
      for await (const { n } of running) read.push(n);
    })(),
  ).rejects.toThrow('broken');
  expect(read).toEqual([0]);
  await expect(running).rejects.toThrow('broken');
});
