import { useEffect, useState } from 'preact/hooks';
import { getRun } from '../api.ts';
import type { FollowedRun } from './use-run.ts';

const SILENCE_MS = 4_000;
/** Between two steps of ending or resuming nobody may hold it for a moment. */
const TIMES_FREE = 2;

/**
 * Whether some process has a run that is said to be running; null where that is no question. A process that died cannot
 * say so: after some silence the daemon is asked, and again as long as it lasts.
 */
export function useHeld({ run, held, events }: FollowedRun): boolean | null {
  const wanted = run?.state === 'running';
  const runId = run?.id ?? '';
  const [isFree, setFree] = useState(false);
  useEffect(() => {
    setFree(false);
    if (!wanted) return;
    const stop = new AbortController();
    let free = held ? 0 : 1;
    let timer: ReturnType<typeof setTimeout>;
    const look = async (): Promise<void> => {
      // A daemon that does not answer tells nothing about the run; the page says so elsewhere.
      const answer = await getRun(runId, stop.signal).catch(() => null);
      if (stop.signal.aborted) return;
      if (answer !== null) {
        free = answer.held ? 0 : free + 1;
        setFree(free >= TIMES_FREE);
      }
      wait();
    };
    const wait = (): void => {
      timer = setTimeout(() => void look(), free > 0 && free < TIMES_FREE ? SILENCE_MS / 2 : SILENCE_MS);
    };
    wait();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [runId, wanted, held, events.length]);
  if (!wanted) return null;
  return isFree ? false : held || null;
}
