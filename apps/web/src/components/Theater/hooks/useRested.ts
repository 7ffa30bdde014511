import { useLayoutEffect, useState } from 'preact/hooks';

/** Longer than two frames: while a hand moves over the timeline nothing rests. */
const REST_AFTER_MS = 100;

/** Whether `thing` is still the same a moment after it changed; what is there from the start rests at once. */
export function useRested(thing: string): boolean {
  const [rested, setRested] = useState(thing);
  useLayoutEffect(() => {
    if (rested === thing) return;
    const timer = setTimeout(() => setRested(thing), REST_AFTER_MS);
    return () => clearTimeout(timer);
  }, [thing, rested]);
  return rested === thing;
}
