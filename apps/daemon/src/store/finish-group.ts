/**
 * Ends of runs, written together: what is asked for while one group is written is the next group, with one wait for the disk for all
 * of it. A queue of a thousand that is ended would wait a thousand times.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { finishRun } from './finish.ts';
import type { Schema } from './schema.ts';
import type { FinishedRun } from './store.ts';

const MOST_AT_ONCE = 64;

interface Waiting {
  finished: FinishedRun;
  settled: PromiseWithResolvers<boolean>;
}

export type Durably = <Result>(work: (trx: Transaction<Schema>) => Promise<Result>) => Promise<Result>;

export function finishingInGroups(durably: Durably): (finished: FinishedRun) => Promise<boolean> {
  const waiting: Waiting[] = [];
  let isWriting = false;
  const write = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      await company(waiting);
      const group = waiting.splice(0, MOST_AT_ONCE);
      try {
        const settle = await durably((trx) => finishAll(trx, group));
        for (const one of settle) one();
      } catch (error) {
        for (const { settled } of group) settled.reject(error);
      }
    }
    isWriting = false;
  };
  return (finished) => {
    const settled = Promise.withResolvers<boolean>();
    waiting.push({ finished, settled });
    if (!isWriting) void write();
    return settled.promise;
  };
}

/**
 * The engine answers within the turn in which it is asked, so nobody else would ever come while a group is written: those who
 * are ready get a turn of the event loop to say so, and another as long as more do.
 */
async function company(waiting: readonly Waiting[]): Promise<void> {
  for (let before = 0; before < waiting.length && waiting.length < MOST_AT_ONCE; ) {
    before = waiting.length;
    await nextTurn();
  }
}

/** What to tell each once the group is on the disk; one that is refused takes nothing of the others with it. */
async function finishAll(trx: Kysely<Schema>, group: readonly Waiting[]): Promise<(() => void)[]> {
  const [only] = group;
  // The transaction itself is taken back with it.
  if (only !== undefined && group.length === 1) {
    const isFirst = await finishRun(trx, only.finished);
    return [() => only.settled.resolve(isFirst)];
  }
  const settle: (() => void)[] = [];
  for (const { finished, settled } of group) {
    await sql`savepoint one_end`.execute(trx);
    try {
      const isFirst = await finishRun(trx, finished);
      settle.push(() => settled.resolve(isFirst));
    } catch (error) {
      await sql`rollback to one_end`.execute(trx);
      settle.push(() => settled.reject(error));
    }
    await sql`release one_end`.execute(trx);
  }
  return settle;
}
