import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openRedisKeyValues } from './redis-key-values.ts';
import { keyValuesContract } from './test/key-values-contract.ts';
import { noRedis, type RedisServer, redisServer } from './test/redis-server.ts';

const missing = noRedis();
let server: RedisServer | null = null;

if (missing === null) {
  beforeAll(async () => {
    server = await redisServer();
  });
  afterAll(() => server?.remove());

  let database = 0;
  keyValuesContract('Redis', async () => {
    // Each test has an empty database of its own.
    const keyValues = await openRedisKeyValues(`${server?.url}/${++database}`);
    onTestFinished(() => keyValues.close());
    return { keyValues, pass: (ms) => delay(ms) };
  });
}

test('a server that goes away is a typed failure at once; when it is back, so is what was kept', async ({
  skip,
}) => {
  if (missing !== null) return skip(missing);
  const own = await redisServer();
  onTestFinished(() => own.remove());
  const keyValues = await openRedisKeyValues(own.url);
  onTestFinished(() => keyValues.close());
  await keyValues.set('draft:1', 'kept', null);
  await own.kill();
  await expect(keyValues.get('draft:1')).rejects.toMatchObject({ name: 'StoreError', reason: 'unavailable' });
  await own.start();
  await expect.poll(() => keyValues.get('draft:1').catch(() => null)).toBe('kept');
});

test('an address that is none, and one where nobody listens, are told without the password', async () => {
  await expect(openRedisKeyValues('http://x')).rejects.toMatchObject({ reason: 'unavailable' });
  const wrong = openRedisKeyValues('redis://user:secret@127.0.0.1:1');
  await expect(wrong).rejects.toMatchObject({ reason: 'unavailable' });
  await expect(wrong).rejects.not.toThrow(/secret/);
});
