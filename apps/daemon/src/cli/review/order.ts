/** Many pages at once, printed one after the other: the output of a page is kept until its turn. */
import { availableParallelism } from 'node:os';
import { type CritiqueState, fold, IDLE } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import pLimit from 'p-limit';
import { isMeasuredAlone } from '../../library/worth-judging.ts';
import type { ReviewPlan } from './plan.ts';
import type { Viewer } from './viewer.ts';

/** Measuring takes cores, and there are so many of them; model agents are asked one page at a time. */
export function pagesAtOnce({ subjects, settings }: Pick<ReviewPlan, 'subjects' | 'settings'>): number {
  return isMeasuredAlone(settings) ? Math.max(1, Math.min(subjects.length, availableParallelism())) : 1;
}

interface Ordered<Item, Result> {
  atOnce: number;
  /** Aborted: what runs is finished, nothing new is begun. */
  signal: AbortSignal;
  /** `turn` resolves when everything before it has been shown. A rejection ends all. */
  work(item: Item, index: number, turn: Promise<void>): Promise<Result>;
  /** Called in the order of the items. */
  show(result: Result, index: number): Promise<void>;
}

/** The results in the order of the items; fewer than items when it was stopped. Slow ones do not delay the others. */
export async function inOrder<Item, Result>(
  items: readonly Item[],
  { atOnce, signal, work, show }: Ordered<Item, Result>,
): Promise<Result[]> {
  const turns = items.map(() => Promise.withResolvers<void>());
  const limit = pLimit(atOnce);
  let isBroken = false;
  const working = items.map((item, index) =>
    limit(async (): Promise<{ result: Result } | null> => {
      if (signal.aborted || isBroken) return null;
      try {
        return { result: await work(item, index, turns[index]?.promise ?? Promise.resolve()) };
      } catch (error) {
        isBroken = true;
        throw error;
      }
    }),
  );
  // Listened to from the start: one may break long before its turn.
  const over = Promise.allSettled(working);
  const results: Result[] = [];
  try {
    for (const [index, worked] of working.entries()) {
      turns[index]?.resolve();
      const done = await worked;
      if (done === null) break;
      await show(done.result, index);
      results.push(done.result);
    }
    await Promise.all(working);
  } finally {
    for (const turn of turns) turn.resolve();
    await over;
  }
  return results;
}

export interface TurnViewer {
  viewer: Viewer;
  /** Resolves when everything it got has been shown. */
  shown(): Promise<void>;
}

/** Keeps what a run says until its turn, then shows it with the viewer that is opened for it. */
export function viewerInTurn(turn: Promise<void>, open: () => Viewer): TurnViewer {
  let state: CritiqueState = IDLE;
  let shownBy: Viewer | null = null;
  let closed: Promise<void> = Promise.resolve();
  const kept: ((viewer: Viewer) => void)[] = [];
  const opened = turn.then(() => {
    shownBy = open();
    for (const call of kept.splice(0)) call(shownBy);
    return shownBy;
  });
  const whenShown = (one: (viewer: Viewer) => void): void => {
    if (shownBy === null) kept.push(one);
    else one(shownBy);
  };
  return {
    viewer: {
      get state() {
        return state;
      },
      push(event: TranscriptEvent) {
        state = fold(state, event);
        whenShown((to) => to.push(event));
      },
      notice: (text) => whenShown((to) => to.notice(text)),
      clock: (atMs, rate) => whenShown((to) => to.clock(atMs, rate)),
      async close(last) {
        closed = opened.then((to) => to.close(last));
        // A page that is done before its turn continues with its files; its output comes later.
        if (shownBy !== null) await closed;
      },
    },
    shown: () => closed,
  };
}
