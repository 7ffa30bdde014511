/**
 * Notices between the nodes. A notice is a hint: whoever hears one reads rows, and looks once a second even when nothing is
 * heard. NOTIFY takes a lock of the whole server at commit, so none is part of a write: what was said within a few
 * milliseconds is sent as one, without repetition, by a loop of its own.
 */
import pg from 'pg';
import { clientOptions } from './connect.ts';

const CHANNEL = 'jury';
const FLUSH_MS = 10;
/** PostgreSQL takes 8,000. */
const MOST_BYTES = 7_500;
const RECONNECT_MS = 500;

/** A notice need not survive a power cut: its commit does not wait for the server's disk, nor does any write behind it. */
const NOTIFY = `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`;

/** `event:<run>`, `stop:<run>`, `jobs`, `store`; `*` where there were too many to name. */
export type Heard = (topics: ReadonlySet<string>) => void;

export interface Notices {
  say(topic: string): void;
  /** Returns how to stop. */
  hear(listener: Heard): () => void;
  close(): Promise<void>;
}

export interface NoticeOptions {
  url: string;
  pool: Pick<pg.Pool, 'query'>;
  name: string;
  report: (error: unknown) => void;
}

export async function openNotices({ url, pool, name, report }: NoticeOptions): Promise<Notices> {
  const said = new Set<string>();
  const listeners = new Set<Heard>();
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> = Promise.resolve();
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let isClosed = false;

  const tell = (topics: ReadonlySet<string>): void => {
    for (const listener of listeners) listener(topics);
  };
  const flush = async (): Promise<void> => {
    const payload = payloadOf(said);
    said.clear();
    // Lost with the connection: whoever listens looks by itself a moment later.
    await pool.query({ name: 'notify', text: NOTIFY, values: [CHANNEL, payload] }).catch(() => {});
  };
  const listen = async (): Promise<void> => {
    const next = new pg.Client(clientOptions(url, `${name} listens`));
    next.on('notification', ({ payload }) => tell(new Set((payload ?? '*').split(' '))));
    next.on('error', () => {});
    next.on('end', () => {
      if (client !== next) return;
      client = null;
      later();
    });
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    client = next;
    // What was said while nobody listened.
    tell(new Set(['*']));
  };
  const later = (): void => {
    if (isClosed || retry !== null) return;
    retry = setTimeout(() => {
      retry = null;
      void listen().catch(later);
    }, RECONNECT_MS);
    retry.unref();
  };
  await listen().catch((error: unknown) => {
    report(error);
    later();
  });
  return {
    say(topic) {
      said.add(topic);
      if (timer !== null || isClosed) return;
      timer = setTimeout(() => {
        timer = null;
        sending = sending.then(flush);
      }, FLUSH_MS);
      timer.unref();
    },
    hear(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      if (retry !== null) clearTimeout(retry);
      await sending;
      if (said.size > 0) await flush();
      const last = client;
      client = null;
      await last?.end().catch(() => {});
    },
  };
}

function payloadOf(topics: ReadonlySet<string>): string {
  const payload = [...topics].join(' ');
  return Buffer.byteLength(payload) > MOST_BYTES ? '*' : payload;
}
