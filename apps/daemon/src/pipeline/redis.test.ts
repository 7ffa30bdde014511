import { expect, onTestFinished, test } from 'vitest';
import { openRedisKeyValues } from '../store/redis-key-values.ts';
import { noRedis, redisServer } from '../store/test/redis-server.ts';
import { openStage } from './test/stage.ts';

test('Redis stopped mid-run pauses the run; started again, it goes on and nothing saved is lost', async ({
  skip,
}) => {
  const missing = noRedis();
  if (missing !== null) return skip(missing);
  const server = await redisServer();
  onTestFinished(() => server.remove());
  const keyValues = await openRedisKeyValues(server.url);
  onTestFinished(() => keyValues.close());
  const stage = await openStage({ keyValues });
  const order = { ideaId: 'tidewatch', contentType: 'website', agent: 'grounded' };
  const handle = await stage.service.start(order);
  const runId = handle.record.id;
  let killed: Promise<void> | null = null;
  const told: string[] = [];
  const signal = new AbortController().signal;
  const paused = await stage.service.play(handle, {
    signal,
    onEvent: ({ type, key }) => {
      told.push(key);
      if (type === 'content.panel_chosen') killed = server.kill();
    },
  });
  await killed;
  expect(paused).toMatchObject({ status: 'paused', reason: 'store-unavailable' });
  expect(await stage.docket.get(runId)).toMatchObject({ status: 'paused', outcome: null });
  await server.start();
  await expect
    .poll(() => stage.service.shelf.draft(runId, 1).catch(() => null), { timeout: 20_000 })
    .not.toBeNull();
  const result = await stage.service.play(await stage.service.resume(runId), {
    signal,
    onEvent: ({ key }) => told.push(key),
  });
  expect(result.status).toBe('approved');
  expect(new Set(told).size).toBe(told.length);
  expect((await stage.service.shelf.approved(runId))?.content).toContain('# Tide alert for small harbours');
});
