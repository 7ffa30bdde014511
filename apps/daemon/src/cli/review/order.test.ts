import { IDLE } from '@design-jury/contracts/theater/fold';
import { expect, test } from 'vitest';
import { inOrder, pagesAtOnce, viewerInTurn } from './order.ts';
import type { Viewer } from './viewer.ts';

const never = new AbortController().signal;
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('results come in the order of the items, whoever is done first, and a slow one holds up nobody', async () => {
  const slow = Promise.withResolvers<void>();
  const worked: number[] = [];
  const shown: number[] = [];
  const all = inOrder([0, 1, 2, 3, 4], {
    atOnce: 2,
    signal: never,
    async work(item) {
      if (item === 0) await slow.promise;
      worked.push(item);
      if (item === 4) slow.resolve();
      return item * 10;
    },
    async show(result) {
      shown.push(result);
    },
  });
  expect(await all).toEqual([0, 10, 20, 30, 40]);
  expect(worked).toEqual([1, 2, 3, 4, 0]);
  expect(shown).toEqual([0, 10, 20, 30, 40]);
});

test('no more are at work than allowed', async () => {
  let [now, most] = [0, 0];
  await inOrder([...Array(9).keys()], {
    atOnce: 3,
    signal: never,
    async work(item) {
      now += 1;
      most = Math.max(most, now);
      await tick();
      now -= 1;
      return item;
    },
    show: async () => {},
  });
  expect(most).toBe(3);
});

test('after a stop, what runs is finished and nothing new begins', async () => {
  const stop = new AbortController();
  const begun: number[] = [];
  const results = await inOrder([0, 1, 2, 3, 4, 5], {
    atOnce: 2,
    signal: stop.signal,
    async work(item) {
      begun.push(item);
      await tick();
      if (item === 1) stop.abort();
      return item;
    },
    show: async () => {},
  });
  expect(begun.length).toBeLessThan(5);
  expect(results).toEqual(begun);
});

test('an error ends all: those at work are waited for, and it is thrown', async () => {
  let finished = 0;
  const all = inOrder([0, 1, 2, 3], {
    atOnce: 2,
    signal: never,
    async work(item) {
      await tick();
      if (item === 0) throw new Error('no store');
      finished += 1;
      return item;
    },
    show: async () => {},
  });
  await expect(all).rejects.toThrow('no store');
  expect(finished).toBeLessThan(3);
});

test('what a page says before its turn is shown at its turn, in its order', async () => {
  const turn = Promise.withResolvers<void>();
  const said: string[] = [];
  const recorder: Viewer = {
    state: IDLE,
    push: (event) => said.push(event.type),
    notice: (text) => said.push(`notice ${text}`),
    clock: () => {},
    close: async (last) => void said.push(`close ${last}`),
  };
  const { viewer, shown } = viewerInTurn(turn.promise, () => recorder);
  viewer.notice('one');
  viewer.notice('two');
  await viewer.close('erase');
  expect(said).toEqual([]);
  turn.resolve();
  await shown();
  expect(said).toEqual(['notice one', 'notice two', 'close erase']);
});

test('model agents are asked one page at a time; measuring takes the cores there are, and no more than pages', () => {
  const subjects = Array.from({ length: 50 }, (_, index) => ({
    path: `${index}`,
    name: `${index}`,
    mime: 'text/html' as const,
  }));
  expect(pagesAtOnce({ subjects, settings: { agent: 'claude' } })).toBe(1);
  expect(pagesAtOnce({ subjects: subjects.slice(0, 1), settings: {} })).toBe(1);
  expect(pagesAtOnce({ subjects, settings: {} })).toBeGreaterThanOrEqual(1);
});
