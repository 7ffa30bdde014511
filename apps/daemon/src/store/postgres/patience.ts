/** A database that is away for a moment is waited for, within a limit. */
import { setTimeout as delay } from 'node:timers/promises';
import { isAway } from './postgres-error.ts';

const PAUSE_MS = { first: 50, most: 1_000 };

export interface Patience {
  /** In all. @default 20 s */
  limitMs?: number;
  isOver?: () => boolean;
}

/** `work` is called again, so it must come to the same when it was done before. */
export async function patiently<Result>(
  work: () => Promise<Result>,
  { limitMs = 20_000, isOver = () => false }: Patience = {},
): Promise<Result> {
  const deadline = performance.now() + limitMs;
  for (let pause = PAUSE_MS.first; ; pause = Math.min(pause * 2, PAUSE_MS.most)) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || isOver() || performance.now() + pause > deadline) throw error;
      await delay(pause);
    }
  }
}
