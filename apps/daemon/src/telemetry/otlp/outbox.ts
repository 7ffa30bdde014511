/**
 * What waits to be sent, and its sending: in groups, one at a time, within a time limit. What nobody takes is tried again
 * a few times and then dropped; what comes faster than it goes is dropped at once. Nobody ever waits for it but `close`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { post } from './post.ts';
import type { SignalSettings } from './settings.ts';

const pack = promisify(gzip);

interface OutboxOptions<Item> {
  to: SignalSettings;
  /** As it is sent. */
  encode: (items: readonly Item[]) => string;
  batch: { delayMs: number; queue: number; size: number };
  /** Learns, once, that nothing can be sent, and why. */
  onProblem: (problem: string) => void;
}

export interface Outbox<Item> {
  add(item: Item): void;
  readonly dropped: number;
  /** Sends what is there, within the time of one try. */
  close(): Promise<void>;
}

/** What the protocol says may be sent again. */
const AGAIN: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const TRIES = 4;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;

export function createOutbox<Item>(options: OutboxOptions<Item>): Outbox<Item> {
  const { batch } = options;
  let waiting: Item[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> | null = null;
  const closing = new AbortController();

  const sendAll = async (): Promise<void> => {
    do {
      const items = waiting.splice(0, batch.size);
      const problem = await send(options, items, closing.signal);
      if (problem === null) continue;
      dropped += items.length;
      options.onProblem(problem);
      // Nobody is kept waiting at the end for a place that does not answer.
      if (closing.signal.aborted) dropped += waiting.splice(0).length;
      // What came meanwhile waits until it is a group: sent at once, each request would bring the next one few items later.
    } while (waiting.length >= batch.size || (closing.signal.aborted && waiting.length > 0));
  };
  const begin = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (waiting.length === 0) return;
    sending ??= sendAll().finally(() => {
      sending = null;
      if (waiting.length > 0 && !closing.signal.aborted) beginLater();
    });
  };
  const beginLater = (): void => {
    timer ??= setTimeout(begin, batch.delayMs).unref();
  };
  return {
    add(item) {
      if (waiting.length >= batch.queue || closing.signal.aborted) {
        dropped += 1;
        return;
      }
      waiting.push(item);
      if (waiting.length >= batch.size) begin();
      else beginLater();
    },
    get dropped() {
      return dropped;
    },
    async close() {
      closing.abort();
      begin();
      while (sending !== null) await sending;
      waiting = [];
    },
  };
}

/** Null when it arrived. Whoever is closing tries once. */
async function send<Item>(
  { to, encode }: OutboxOptions<Item>,
  items: readonly Item[],
  closing: AbortSignal,
): Promise<string | null> {
  let problem = '';
  let body: string | Buffer;
  try {
    const text = encode(items);
    body = to.gzip ? await pack(text) : text;
  } catch (error) {
    // Nobody waits for this: thrown, it would end the process.
    return error instanceof Error ? error.message : String(error);
  }
  for (let tried = 0; tried < TRIES; tried += 1) {
    const wait = Math.min(FIRST_WAIT_MS * 2 ** tried, LONGEST_WAIT_MS);
    let asked = wait;
    try {
      const { status, retryAfter } = await post(to, body);
      if (status >= 200 && status < 300) return null;
      problem = `it answered ${status}`;
      if (!AGAIN.has(status)) return problem;
      const seconds = Number(retryAfter);
      if (Number.isFinite(seconds) && seconds > 0) asked = Math.min(seconds * 1000, LONGEST_WAIT_MS);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    if (closing.aborted) return problem;
    await delay(asked, undefined, { signal: closing, ref: false }).catch(() => {});
  }
  return problem;
}
