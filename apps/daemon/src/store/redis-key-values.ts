/** The key-value store in Redis, for daemons that share one. A server that does not answer is a typed failure. */
import { createClient } from 'redis';
import { StoreError } from './errors.ts';
import type { KeyValues } from './key-values.ts';

export interface RedisKeyValues extends KeyValues {
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const COMMAND_TIMEOUT_MS = 10_000;
const MOST_WAIT_MS = 2_000;
/** A server shared with others may hold very many keys: as many as this are looked through. */
const SCAN_COUNT = 1_000;
const MOST_SCANS = 1_000;

/** Deletes only what still holds the value, in one step. */
const DELETE_IF =
  "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end";

/** @param url `redis://…`; it may hold a password and is never shown */
export async function openRedisKeyValues(url: string): Promise<RedisKeyValues> {
  if (!/^rediss?:\/\//.test(url))
    throw new StoreError('unavailable', 'REDIS_URL takes an address such as redis://127.0.0.1:6379');
  const client = createClient({
    url,
    // A command for a server that is away fails at once instead of waiting in memory.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (retries: number) => Math.min(50 * 2 ** Math.min(retries, 6), MOST_WAIT_MS),
    },
  });
  // Without a listener an error of the socket would end the process; commands tell of it themselves.
  client.on('error', () => undefined);
  await within(client.connect(), CONNECT_TIMEOUT_MS).catch((error: unknown) => {
    client.destroy();
    throw unavailable(error);
  });
  const asked = async <Value>(command: Promise<Value>): Promise<Value> => {
    try {
      return await within(command, COMMAND_TIMEOUT_MS);
    } catch (error) {
      throw unavailable(error);
    }
  };
  return {
    get: (key) => asked(client.get(key)),
    async set(key, value, ttlSeconds) {
      await asked(client.set(key, value, ttlSeconds === null ? {} : { PX: milliseconds(ttlSeconds) }));
    },
    async setIfAbsent(key, value, ttlSeconds) {
      return (await asked(client.set(key, value, { NX: true, PX: milliseconds(ttlSeconds) }))) !== null;
    },
    async delete(key) {
      await asked(client.del(key));
    },
    async keys(prefix, limit) {
      const found = new Set<string>();
      let cursor = '0';
      for (let page = 0; page < MOST_SCANS; page++) {
        const reply = await asked(client.scan(cursor, { MATCH: `${literally(prefix)}*`, COUNT: SCAN_COUNT }));
        for (const key of reply.keys) found.add(key);
        cursor = reply.cursor;
        if (cursor === '0') break;
      }
      return [...found].toSorted().slice(0, limit);
    },
    async deleteIf(key, value) {
      return (await asked(client.eval(DELETE_IF, { keys: [key], arguments: [value] }))) === 1;
    },
    async close() {
      client.destroy();
    },
  };
}

/** A prefix is no pattern. */
function literally(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&');
}

function milliseconds(seconds: number): number {
  return Math.max(1, Math.round(seconds * 1_000));
}

function unavailable(error: unknown): StoreError {
  const detail = error instanceof Error ? error.message : String(error);
  return new StoreError('unavailable', `Redis does not answer; start it again, then go on (${detail})`, {
    cause: error,
  });
}

async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
