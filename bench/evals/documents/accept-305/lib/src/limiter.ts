import type { Store } from "./store.js";

export const LIMIT = 100;
const WINDOW_MS = 60_000;

/** THR-1a, THR-1b: sliding window of the times of past requests. */
export function allow(store: Store, key: string, now: number): boolean {
  const recent = store.get(key).filter((at) => now - at < WINDOW_MS);
  if (recent.length >= LIMIT) {
    store.set(key, recent);
    return false;
  }
  recent.push(now);
  store.set(key, recent);
  return true;
}
