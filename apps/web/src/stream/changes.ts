/** Whoever shows a list asks for it again when the daemon's store has changed, whichever process changed it. */
import { ask } from '../api.ts';
import { readFrames } from './event-frames.ts';

/** Without a connection changes are not told, and lists are asked for at this pace. */
const RETRY_MS = 3_000;
/** A run at work changes the store often; a list is asked for once in this time at most. */
const REST_MS = 1_000;

const watchers = new Set<() => void>();
let following: AbortController | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;
let toldAt = 0;

/** One stream for all; it is open as long as anybody watches. Returns how to stop. */
export function onStoreChange(watcher: () => void): () => void {
  watchers.add(watcher);
  if (following === null) {
    following = new AbortController();
    void follow(following.signal);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    following?.abort();
    following = null;
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
}

async function follow(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const ended = new AbortController();
    const visibility = new Promise<void>((resolve) =>
      document.addEventListener('visibilitychange', () => resolve(), { signal: ended.signal }),
    );
    // A page nobody sees holds no connection: a browser has few of them for all its pages.
    if (document.hidden) await visibility;
    else await read(AbortSignal.any([signal, ended.signal]), visibility, () => ended.abort());
    ended.abort();
  }
}

/** Until the connection or the page is gone; without a connection it takes a while to come back. */
async function read(signal: AbortSignal, visibility: Promise<void>, leave: () => void): Promise<void> {
  void visibility.then(leave);
  try {
    const response = await ask('/api/events', { headers: { Accept: 'text/event-stream' }, signal });
    // What changed before there was a connection is not told again.
    notify();
    for await (const frames of readFrames(response)) if (frames.length > 0) notify();
  } catch {
    // Whoever asks for the list says what is wrong.
  }
  if (signal.aborted) return;
  notify();
  await Promise.race([visibility, new Promise((resolve) => setTimeout(resolve, RETRY_MS))]);
}

function notify(): void {
  if (timer !== null) return;
  const rest = Math.max(0, toldAt + REST_MS - Date.now());
  timer = setTimeout(() => {
    timer = null;
    // A page nobody sees need not ask.
    if (document.hidden) return;
    toldAt = Date.now();
    for (const watcher of watchers) watcher();
  }, rest);
}
