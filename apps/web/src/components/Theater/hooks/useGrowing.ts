import { useEffect, useState } from 'preact/hooks';

/** As many as a rail shows at once. */
const AT_ONCE = 5;
/** Longer than two frames: while a hand moves over the timeline the rest is never made. */
const REST_AFTER_MS = 100;

/** How many of `length` to show: a screenful at once, all of it when the same list is still here a moment later. */
export function useGrowing(length: number, list: string): number {
  const [whole, setWhole] = useState('');
  useEffect(() => {
    if (length <= AT_ONCE || whole === list) return;
    const timer = setTimeout(() => setWhole(list), REST_AFTER_MS);
    return () => clearTimeout(timer);
  }, [length > AT_ONCE, list, whole]);
  return whole === list ? length : Math.min(length, AT_ONCE);
}
