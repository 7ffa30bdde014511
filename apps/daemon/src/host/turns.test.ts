import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('of many who ask at once each has a turn of the event loop, in order, and others are served between two', async () => {
  let beats = 0;
  let isOver = false;
  const beat = (): void => {
    beats += 1;
    if (!isOver) setImmediate(beat);
  };
  beat();
  const turns = new Turns();
  const taken = await Promise.all(
    Array.from({ length: 10 }, (_, asker) => turns.next().then(() => ({ asker, beats }))),
  );
  isOver = true;
  expect(taken.map(({ asker }) => asker)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(new Set(taken.map((one) => one.beats)).size).toBe(10);
});
