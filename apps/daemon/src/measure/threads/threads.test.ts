import { getPriority } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { MeasuringError } from './measuring-error.ts';
import { MeasuringThreads, type ThreadOptions } from './threads.ts';

const WORK = new URL('./test/work.ts', import.meta.url);
const never = new AbortController().signal;

const pools: MeasuringThreads[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

function pool(options: ThreadOptions = {}): MeasuringThreads {
  const threads = new MeasuringThreads({ serves: true, limit: 2, ...options });
  pools.push(threads);
  return threads;
}

async function reasonOf(work: Promise<unknown>): Promise<string | null> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof MeasuringError ? error.reason : null;
}

describe('measuring threads', () => {
  test('are started by the first work and not before, and answer with what a function gives', async () => {
    const threads = pool();
    expect(threads.size).toBe(0);
    expect(await threads.call(WORK, 'double', [21])).toBe(42);
    expect(threads.size).toBe(1);
  });

  test.runIf(process.platform === 'linux')(
    'of a process that serves others let those go first who answer; all others are its equals',
    async () => {
      const own = getPriority(0);
      expect(await pool({ serves: true }).call(WORK, 'priority', [])).toBe(Math.min(own + 10, 19));
      expect(await pool({ serves: false }).call(WORK, 'priority', [])).toBe(own);
      expect(getPriority(0)).toBe(own);
    },
  );

  test('say what a function threw, and work on', async () => {
    const threads = pool({ limit: 1 });
    await expect(threads.call(WORK, 'refuse', [])).rejects.toThrow('not this one');
    await expect(threads.call(WORK, 'unsendable', [])).rejects.toThrow(/could not be cloned/);
    await expect(threads.call(WORK, 'nothing', [])).rejects.toThrow(/exports no nothing/);
    expect(await threads.call(WORK, 'double', [2])).toBe(4);
    expect(threads.size).toBe(1);
  });

  test('that crash fail their own work, typed, and the next gets a new one', async () => {
    const threads = pool({ limit: 1 });
    expect(await reasonOf(threads.call(WORK, 'crash', []))).toBe('crashed');
    expect(threads.size).toBe(0);
    expect(await threads.call(WORK, 'double', [3])).toBe(6);
  });

  test('end work that never ends: after its limit, or as soon as nobody wants it', async () => {
    const threads = pool({ limit: 1 });
    expect(await reasonOf(threads.call(WORK, 'forever', [], { limitMs: 300 }))).toBe('too_long');
    const stop = new AbortController();
    const work = reasonOf(threads.call(WORK, 'forever', [], { signal: stop.signal }));
    setTimeout(() => stop.abort(), 300);
    expect(await work).toBe('stopped');
    expect(await reasonOf(threads.call(WORK, 'double', [1], { signal: stop.signal }))).toBe('stopped');
    expect(threads.size).toBe(0);
  });

  test('are never more than the limit, whatever is asked for', async () => {
    const threads = pool({ limit: 2 });
    let most = 0;
    const calls = Array.from({ length: 12 }, async (_, index) => {
      const answer = await threads.call(WORK, 'double', [index]);
      most = Math.max(most, threads.size);
      return answer;
    });
    expect(await Promise.all(calls)).toEqual(calls.map((_, index) => 2 * index));
    expect(most).toBe(2);
  });

  test('leave one for calls where sessions keep all of them, and no more than one', async () => {
    const threads = pool({ limit: 2 });
    const held = [await threads.hold(never), await threads.hold(never)];
    let third = false;
    const waiting = threads.hold(never).then((thread) => {
      third = true;
      return thread;
    });
    expect(await Promise.all([1, 2, 3].map((figure) => threads.call(WORK, 'double', [figure])))).toEqual([
      2, 4, 6,
    ]);
    expect(threads.size).toBe(3);
    expect(third).toBe(false);
    for (const thread of held.slice(0, 1)) await threads.release(thread);
    await threads.release(await waiting);
    expect(third).toBe(true);
  });

  test('that are released at work are ended, those at rest are kept', async () => {
    const threads = pool({ limit: 2 });
    const [busy, rested] = [await threads.hold(never), await threads.hold(never)];
    await busy.start(WORK, null, async () => null);
    const stuck = reasonOf(busy.ask('forever'));
    expect(await rested.start(WORK, null, async () => null).then(() => rested.ask('word'))).toBe('word');
    await Promise.all([threads.release(busy), threads.release(rested)]);
    expect(await stuck).toBe('stopped');
    expect([busy.hasEnded, rested.hasEnded, threads.size]).toEqual([true, false, 1]);
  });

  test('that do not heed an interrupt are ended after its grace', async () => {
    const thread = await pool().hold(never);
    await thread.start(WORK, null, async () => null);
    const stuck = reasonOf(thread.ask('forever'));
    thread.interrupt(200);
    expect(await stuck).toBe('stopped');
    expect(thread.hasEnded).toBe(true);
  });

  test('end with their engine, whatever they do, and what waits is told', async () => {
    const threads = pool({ limit: 1 });
    const thread = await threads.hold(never);
    await thread.start(WORK, null, async () => null);
    const stuck = reasonOf(thread.ask('forever'));
    const waiting = reasonOf(threads.hold(never));
    await threads.close();
    expect([await stuck, await waiting, threads.size]).toEqual(['closed', 'closed', 0]);
    expect(await reasonOf(threads.call(WORK, 'double', [1]))).toBe('closed');
  });
});
