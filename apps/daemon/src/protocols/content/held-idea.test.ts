import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { KeyValues } from '../../store/key-values.ts';
import { whileHeld } from './held-idea.ts';
import { contentShelf } from './shelf.ts';
import { singlePass } from './single-pass.ts';
import { openStage } from './test/stage.ts';

const TTL = { stateTtlSeconds: 60, lockTtlSeconds: 1 };
const KEY = 'foundation_lock:tidewatch';

test('a renewal that is under way when the work ends does not take the idea again', async () => {
  const { keyValues } = await openStage();
  const begun = Promise.withResolvers<void>();
  const slow: KeyValues = {
    ...keyValues,
    async get(key) {
      const value = await keyValues.get(key);
      begun.resolve();
      await delay(200);
      return value;
    },
  };
  const shelf = contentShelf(slow, TTL);
  expect(await shelf.lock('tidewatch', 'one')).toBe(true);
  await whileHeld({ shelf, ideaId: 'tidewatch', owner: 'one', ...TTL }, () => begun.promise);
  await shelf.unlock('tidewatch', 'one');
  await delay(400);
  expect(await keyValues.get(KEY)).toBeNull();
});

test('a single pass holds the idea for as long as its answer takes, and gives it back', async () => {
  const { service, folder, keyValues } = await openStage({
    script: { draft: ['HANG'] },
    settings: { lockTtlSeconds: 1 },
  });
  const stop = new AbortController();
  const order = { service, dataDir: folder, env: {}, ideaId: 'tidewatch', design: '', agent: 'scripted' };
  const painted = singlePass({ ...order, signal: stop.signal });
  await delay(2_500);
  await expect(singlePass({ ...order, signal: stop.signal })).rejects.toThrow(
    'another run works on tidewatch',
  );
  stop.abort();
  expect(await painted).toMatchObject({ ok: false, step: 'design_brand' });
  expect(await keyValues.get(KEY)).toBeNull();
});
