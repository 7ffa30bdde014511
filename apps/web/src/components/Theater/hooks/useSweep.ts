import { useEffect, useRef, useState } from 'preact/hooks';
import type { Part, Turn } from '../TurnTaker.tsx';

/** A hand that passes more events than this from one moment to the next is looking for a place, not reading. */
const SWEEP_EVENTS = 4;
const REST_MS = 100;

/** From top to bottom, a frame each. */
const PARTS: readonly Part[] = ['above', 'dividers', 'lanes'];

/**
 * Two long strides right after each other are a sweep, in which the parts of the stage take turns; it is over when the
 * hand rests. One jump is none.
 */
export function useSweep(): [Turn, (events: number) => void] {
  const [sweeping, setSweeping] = useState(false);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const taken = useRef(0);
  useEffect(() => () => clearTimeout(rest.current), []);
  const noteStride = (events: number): void => {
    const long = events > SWEEP_EVENTS;
    setSweeping(long && rest.current !== undefined);
    clearTimeout(rest.current);
    const stop = (): void => {
      rest.current = undefined;
      setSweeping(false);
    };
    rest.current = long ? setTimeout(stop, REST_MS) : undefined;
  };
  taken.current = sweeping ? taken.current + 1 : 0;
  return [sweeping ? (PARTS[taken.current % PARTS.length] as Part) : 'all', noteStride];
}
