import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { machinePace } from '../../../../../scripts/machine-pace.ts';
import { openRedisKeyValues } from '../../store/redis-key-values.ts';
import { noRedis, redisServer } from '../../store/test/redis-server.ts';
import { designTextOf } from './site/brand.ts';
import { openStage } from './test/stage.ts';

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
  { timeout: 120_000 * machinePace() },
  async (moment, { skip }) => {
    const missing = noRedis();
    if (missing !== null) return skip(missing);
    const { server, stage } = await onRedis();
    const design = await designTextOf({ dataDir: stage.folder, env: {}, cwd: stage.folder, named: null });
    let killed: Promise<void> | null = null;
    const said: string[] = [];
    const { runId, result: paused } = await stage.play(
      { ...ORDER, site: { design, target: { kind: 'serve' }, remote: null, hook: null } },
      ({ type, key }) => {
        if (key !== undefined) said.push(key);
        if (type === moment) killed ??= server.kill();
      },
    );
    await killed;
    expect(paused).toMatchObject({ status: 'paused', reason: 'store-unavailable' });
    expect(await stage.host.get(runId)).toMatchObject({ state: 'paused', outcome: null });
    await server.start();
    await expect
      .poll(() =>
        stage.keyValues
          .get('nothing')
          .then(() => true)
          .catch(() => false),
      )
      .toBe(true);
    const result = await stage.resume(runId, ({ key }) => {
      if (key !== undefined) said.push(key);
    });
    expect(result).toMatchObject({ status: 'approved', site: { ok: true } });
    expect(new Set(said).size).toBe(said.length);
    expect((await stage.service.store.approved(runId))?.content).toContain('# Tide alert for small harbours');
    const site = join(stage.folder, 'sites/tidewatch');
    expect(readFileSync(join(site, 'public/index.html'), 'utf8')).toContain('<h1>Tide alert');
    expect(
      execFileSync('git', ['-C', join(site, 'repository'), 'rev-list', '--count', 'HEAD'], {
        encoding: 'utf8',
      }),
    ).toBe('1\n');
  },
);

test('keys that run out in Redis between two processes are written again by the one that goes on', async ({
  skip,
}) => {
  const missing = noRedis();
  if (missing !== null) return skip(missing);
  const { stage, keyValues } = await onRedis({ settings: { stateTtlSeconds: 1 } });
  const first = await stage.play(ORDER);
  expect(first.result.status).toBe('approved');
  const second = await stage.service.start(ORDER);
  await stage.stop(second.run.id);
  expect((await stage.service.result(second.run.id)).status).toBe('paused');
  await delay(1_300);
  expect(await keyValues.get(`draft:${first.runId}:1`)).toBeNull();
  expect(await keyValues.get(`pipeline_state:${second.run.id}`)).toBeNull();
  expect((await stage.resume(second.run.id)).status).toBe('approved');
  for (const runId of [first.runId, second.run.id])
    expect((await stage.service.store.approved(runId))?.content).toContain('# Tide alert');
});
