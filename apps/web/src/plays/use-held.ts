import { useEffect, useState } from 'preact/hooks';
import { isHeld } from './plays-api.ts';

const LOOK_MS = 4_000;
/** Between two steps of ending or resuming nobody may hold it for a moment. */
const TIMES_FREE = 2;

/** Whether some process plays a play that is said to run; null until known. Not asked while `wanted` is false. */
export function useHeld(playId: string, wanted: boolean): boolean | null {
  const [held, setHeld] = useState<boolean | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let free = 0;
    const stop = new AbortController();
    const look = async (): Promise<void> => {
      // A daemon that does not answer tells nothing about the run; the page says so elsewhere.
      const answer = await isHeld(playId, stop.signal).catch(() => null);
      if (stop.signal.aborted) return;
      if (answer !== null) {
        free = answer ? 0 : free + 1;
        if (answer || free >= TIMES_FREE) setHeld(answer);
      }
      timer = setTimeout(() => void look(), free > 0 && free < TIMES_FREE ? LOOK_MS / 2 : LOOK_MS);
    };
    void look();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [playId, wanted]);
  return wanted ? held : null;
}
