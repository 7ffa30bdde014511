/** A run on the screen until it is over. */
import type { FinishedReview, RunningReview } from '../../library/run.ts';
import type { Viewer } from './viewer.ts';

/** Shows a run to its end; whoever stops the command stops the run. */
export async function showRun(
  viewer: Viewer,
  { running, signal, closing }: ShowOptions,
  start: () => Promise<RunningReview>,
): Promise<FinishedReview> {
  let stop: (() => void) | null = null;
  try {
    const review = await start();
    stop = () => {
      viewer.notice('stopping, and keeping the best complete round');
      review.stop();
    };
    running.add(stop);
    if (signal.aborted) stop();
    return await review.done;
  } finally {
    if (stop !== null) running.delete(stop);
    await viewer.close(closing);
  }
}

interface ShowOptions {
  /** How the running reviews can be stopped from outside; each is there while it runs. */
  running: Set<() => void>;
  /** Aborted as soon as the user asked to stop, running or not. */
  signal: AbortSignal;
  /** What becomes of the last frame. */
  closing: 'keep' | 'erase';
}
