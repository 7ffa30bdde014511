import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openRedisKeyValues } from '../../store/redis-key-values.ts';
import { noRedis, redisServer } from '../../store/test/redis-server.ts';
import { designTextOf } from './site/brand.ts';
import { openStage } from './test/stage.ts';

const GO = { signal: new AbortController().signal };

async function onRedis(settings: Parameters<typeof openStage>[0] = {}) {
  const server = await redisServer();
  onTestFinished(() => server.remove());
  const keyValues = await openRedisKeyValues(server.url);
  onTestFinished(() => keyValues.close());
  return { server, keyValues, stage: await openStage({ ...settings, keyValues }) };
}

const ORDER = { ideaId: 'tidewatch', contentType: 'website', agent: 'grounded' };

test.for([
  'content.drafted',
  'content.panel_chosen',
  'content.critic_scored',
  'content.summarised',
  'content.saved',
  'content.deploy_step',
])(
  'Redis stopped at %s pauses the run; started again, it goes on and nothing saved is lost',
  { timeout: 120_000 },
  async (moment, { skip }) => {
    const missing = noRedis();
    if (missing !== null) return skip(missing);
    const { server, stage } = await onRedis();
    const design = await designTextOf({ dataDir: stage.folder, env: {}, cwd: stage.folder, named: null });
    const handle = await stage.service.start({
      ...ORDER,
      site: { design, target: { kind: 'serve' }, remote: null, hook: null },
    });
    const runId = handle.record.id;
    let killed: Promise<void> | null = null;
    const told: string[] = [];
    const paused = await stage.service.play(handle, {
      ...GO,
      onEvent: ({ type, key }) => {
        told.push(key);
        if (type === moment) killed ??= server.kill();
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
      ...GO,
      onEvent: ({ key }) => told.push(key),
    });
    expect(result).toMatchObject({ status: 'approved', site: { ok: true } });
    expect(new Set(told).size).toBe(told.length);
    expect((await stage.service.shelf.approved(runId))?.content).toContain('# Tide alert for small harbours');
    const site = join(stage.folder, 'sites/tidewatch');
    expect(readFileSync(join(site, 'public/index.html'), 'utf8')).toContain('<h1>Tide alert');
    expect(
      execFileSync('git', ['-C', join(site, 'repository'), 'rev-list', '--count', 'HEAD'], {
        encoding: 'utf8',
      }),
    ).toBe('1\n');
  },
);

test('keys that run out in Redis between two processes end the run with an error; what was approved stays', async ({
  skip,
}) => {
  const missing = noRedis();
  if (missing !== null) return skip(missing);
  const { stage, keyValues } = await onRedis({ settings: { stateTtlSeconds: 1 } });
  const first = await stage.service.start(ORDER);
  expect((await stage.service.play(first, GO)).status).toBe('approved');
  const second = await stage.service.start(ORDER);
  await second.release();
  await delay(1_300);
  const result = await stage.service.play(await stage.service.resume(second.record.id), GO);
  expect(result).toMatchObject({ status: 'error', cause: 'state-expired' });
  expect(await keyValues.get(`draft:${first.record.id}:1`)).toBeNull();
  expect((await stage.service.shelf.approved(first.record.id))?.content).toContain('# Tide alert');
});
