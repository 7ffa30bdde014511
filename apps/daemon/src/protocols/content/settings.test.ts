import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ContentSettingsSchema, DEFAULT_CONTENT_SETTINGS } from '@design-jury/contracts/content/settings';
import { describe, expect, onTestFinished, test } from 'vitest';
import { agentAt, EVERY_PROVIDER } from '../../agents/models/test/providers-at.ts';
import { CONTENT_VARIABLES } from '../../env-table.ts';
import { modelContentAgent } from './model-agent.ts';
import { readContentSettings } from './settings.ts';
import { openStage } from './test/stage.ts';

describe('settings', () => {
  test('the defaults are those of the contract, within their own bounds', () => {
    expect(readContentSettings({ env: {} })).toEqual({
      criticConcurrency: 2,
      runConcurrency: 4,
      criticMaxTokens: 1024,
      selectionMaxTokens: 256,
      authorMaxTokens: 4096,
      brandMaxTokens: 1024,
      timeBudgetMs: 270_000,
      stateTtlSeconds: 7200,
      lockTtlSeconds: 600,
      selectionRetries: 1,
      criticRetries: 1,
      qualityTarget: 7,
      exhaustionDraft: 'latest',
      brandFallback: 'fail',
    });
    expect(ContentSettingsSchema.safeParse(DEFAULT_CONTENT_SETTINGS).success).toBe(true);
  });

  test('every setting has one variable, and the docs name it with its default', () => {
    const settings = Object.values(CONTENT_VARIABLES).map(({ setting }) => setting);
    expect(settings.toSorted()).toEqual(Object.keys(DEFAULT_CONTENT_SETTINGS).toSorted());
    const docs = readFileSync(new URL('../../../../../docs/configuration.md', import.meta.url), 'utf8');
    for (const [name, { setting: key }] of Object.entries(CONTENT_VARIABLES))
      expect(docs).toContain(`| \`${name}\` | \`${key}\` | ${DEFAULT_CONTENT_SETTINGS[key]} |`);
  });

  test('a flag wins over a variable, a variable over the file, the file over the default', () => {
    const file = { criticRetries: 2, timeBudgetMs: 5_000, lockTtlSeconds: 20 };
    const env = { OD_CONTENT_CRITIC_RETRIES: ' 3 ', OD_CONTENT_TIME_BUDGET_MS: '6000' };
    expect(
      readContentSettings({ env, file, flags: { timeBudgetMs: 7_000, criticRetries: undefined } }),
    ).toMatchObject({ criticRetries: 3, timeBudgetMs: 7_000, lockTtlSeconds: 20, qualityTarget: 7 });
  });

  test.each([
    ['OD_CONTENT_CRITIC_CONCURRENCY', '0', 'criticConcurrency'],
    ['OD_CONTENT_CRITIC_CONCURRENCY', '17', 'criticConcurrency'],
    ['OD_CONTENT_CRITIC_RETRIES', 'two', 'criticRetries'],
    ['OD_CONTENT_CRITIC_RETRIES', '1.5', 'criticRetries'],
    ['OD_CONTENT_STATE_TTL_SECONDS', '59', 'stateTtlSeconds'],
    ['OD_CONTENT_QUALITY_TARGET', '10.1', 'qualityTarget'],
    ['OD_CONTENT_EXHAUSTION_DRAFT', 'first', 'exhaustionDraft'],
    ['OD_CONTENT_BRAND_FALLBACK', '1', 'brandFallback'],
  ])('%s=%s is refused by its name, and by the field', (name, value, field) => {
    expect(() => readContentSettings({ env: { [name]: value } })).toThrow(
      `${name} is ${JSON.stringify(value)}; ${field}: `,
    );
  });

  test('bounds hold at the limit and not beyond it', () => {
    const at = (value: string) => () =>
      readContentSettings({ env: { OD_CONTENT_CRITIC_CONCURRENCY: value } });
    expect(at('1')().criticConcurrency).toBe(1);
    expect(at('16')().criticConcurrency).toBe(16);
    expect(at('17')).toThrow('criticConcurrency');
  });
});

const GO = { signal: new AbortController().signal };
const good = { issues: [], score: 8, pass: true };
const SCRIPT = {
  select: ['["positioning", "seo-expert"]'],
  draft: ['# One'],
  revise: ['# Two', '# Three'],
  critiques: { 'Positioning Strategist': [good as unknown], 'SEO Expert': [good as unknown] },
};
const ORDER = { ideaId: 'tidewatch', contentType: 'website', agent: 'scripted' };

describe('what a setting changes', () => {
  test('criticRetries 0: a critic that fails is not asked again', async () => {
    const stage = await openStage({
      script: { ...SCRIPT, critiques: { ...SCRIPT.critiques, 'Positioning Strategist': ['CRASH'] } },
      settings: { criticRetries: 0 },
    });
    await stage.play(ORDER);
    expect(stage.asked().filter((kind) => kind === 'Positioning Strategist')).toHaveLength(1);
  });

  test('selectionRetries 2: a list that cannot be read is asked for three times', async () => {
    const stage = await openStage({
      script: { ...SCRIPT, select: ['nobody'] },
      settings: { selectionRetries: 2 },
    });
    await stage.play(ORDER);
    expect(stage.asked()).toEqual(['draft', 'select', 'select', 'select']);
  });

  test('stateTtlSeconds and lockTtlSeconds: what is kept goes when its time is over', async () => {
    const stage = await openStage({
      script: { ...SCRIPT, critiques: { ...SCRIPT.critiques, 'SEO Expert': ['HANG'] } },
      settings: { stateTtlSeconds: 60, lockTtlSeconds: 10 },
    });
    const { run } = await stage.service.start(ORDER);
    await expect.poll(stage.asked).toContain('SEO Expert');
    expect(await stage.keyValues.get('foundation_lock:tidewatch')).toBe(run.id);
    await stage.stop(run.id);
    await stage.service.result(run.id);
    stage.pass(11_000);
    expect(await stage.keyValues.get('foundation_lock:tidewatch')).toBeNull();
    expect(await stage.service.store.state(run.id)).not.toBeNull();
    stage.pass(50_000);
    expect(await stage.service.store.state(run.id)).toBeNull();
  });

  test('qualityTarget is reported and decides nothing', async () => {
    const stage = await openStage({ script: SCRIPT, settings: { qualityTarget: 9 } });
    const { result } = await stage.play(ORDER);
    expect(result.status === 'approved' && result.saved.warnings).toEqual([
      'the approved text has a mean of 8.0; the target is 9',
    ]);
  });

  test('exhaustionDraft best: the draft with the highest mean is saved when the rounds are used up', async () => {
    const bad = (score: number) => ({
      issues: [{ severity: 'high', description: 'still wrong', suggestion: '' }],
      score,
      pass: false,
    });
    const critiques = {
      'Positioning Strategist': [bad(3), bad(6), bad(2)],
      'SEO Expert': [bad(3), bad(6), bad(2)],
    };
    const stage = await openStage({
      script: { ...SCRIPT, critiques },
      settings: { exhaustionDraft: 'best' },
    });
    const { result, runId } = await stage.play(ORDER);
    expect(result.status).toBe('max-rounds-reached');
    expect((await stage.service.store.approved(runId))?.content).toBe('# Two');
  });

  test.each(EVERY_PROVIDER)('token limits reach the model of %s', async (id) => {
    const bodies: string[] = [];
    // It answers nothing that could be used: what was asked is what counts.
    const far = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      bodies.push(body);
      response.writeHead(400).end('{}');
    });
    far.listen(0, '127.0.0.1');
    await once(far, 'listening');
    onTestFinished(() => void far.close());
    const stage = await openStage();
    const { advisors, recipes } = await stage.service.library();
    const [recipe, [author]] = [recipes[0], advisors];
    if (recipe === undefined || author === undefined) throw new Error('the library is empty');
    const contentAgent = modelContentAgent({
      agent: agentAt(id, `http://127.0.0.1:${(far.address() as AddressInfo).port}`),
      runId: 'r',
      workDir: stage.folder,
      settings: {
        ...DEFAULT_CONTENT_SETTINGS,
        selectionRetries: 0,
        selectionMaxTokens: 111,
        criticMaxTokens: 222,
        authorMaxTokens: 333,
      },
    });
    await contentAgent.choose(recipe, advisors, GO.signal);
    await contentAgent.criticise({ recipe, critic: author, docs: {}, draft: 'x' }, GO.signal);
    await contentAgent.draft({ recipe, author, docs: {} }, GO.signal);
    expect(bodies).toHaveLength(3);
    for (const [index, limit] of [111, 222, 333].entries())
      expect(bodies[index]).toMatch(new RegExp(`"[\\w]*(?:max|num_predict)[\\w]*":${limit}\\b`, 'i'));
  });
});
