import { useEffect, useState } from 'preact/hooks';

const TICK_MS = 1_000;

/** The time, second by second. Whoever asks is drawn again with it, so ask in a small part. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
