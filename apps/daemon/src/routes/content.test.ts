import { expect, onTestFinished, test } from 'vitest';
import { contentRunner } from '../pipeline/runner.ts';
import { type ContentScript, openStage } from '../pipeline/test/stage.ts';
import { createBus } from '../runs/bus.ts';
import { createApp } from './app.ts';
import { createScriptedJury } from './test/scripted-jury.ts';

async function setUp(script: ContentScript = {}) {
  const stage = await openStage({ script });
  const bus = createBus();
  const reported: unknown[] = [];
  const { service, folder } = stage;
  const runner = contentRunner({
    service,
    dataDir: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    report: (error) => reported.push(error),
  });
  onTestFinished(() => runner.close());
  const app = createApp({
    jury: createScriptedJury(bus),
    bus,
    host: '127.0.0.1',
    maxBodyBytes: 1_000_000,
    maxStreams: 10,
    retryMs: 2_000,
    stallMs: 1_000,
    report: (error) => reported.push(error),
    content: { service, runner },
    dataDir: folder,
  });
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await app.request(path, {
      method,
      headers: { Host: '127.0.0.1:4100', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: /^[{[]/.test(text) ? JSON.parse(text) : null };
  };
  return { ...stage, runner, send, reported };
}

const PATH = '/api/content-pipeline/tidewatch';

test('[3.9] a post starts a run; progress, text, drafts and the deployed site follow', async () => {
  const { send, runner, reported } = await setUp();
  expect((await send('GET', PATH)).body).toEqual({ status: 'not_started' });
  const posted = await send('POST', PATH, {});
  expect(posted).toMatchObject({ status: 200, body: { resumed: false } });
  expect((await send('POST', PATH, {})).status).toBe(409);
  await runner.idle();
  expect(reported).toEqual([]);
  const progress = (await send('GET', PATH)).body;
  expect(progress).toMatchObject({
    runId: posted.body.runId,
    status: 'complete',
    quality: 'approved',
    round: 2,
    deployment: { ok: true, place: '/sites/tidewatch/' },
  });
  expect((await send('GET', `${PATH}/content`)).body.content).toContain('# Tide alert for small harbours');
  expect((await send('GET', `${PATH}/drafts/1`)).body.draft).toContain('# Tidewatch: tide and surge alerts');
  expect((await send('GET', `${PATH}/drafts/9`)).status).toBe(404);
  expect((await send('GET', '/sites/tidewatch/')).text).toContain('<h1>Tide alert for small harbours</h1>');
  expect((await send('GET', '/sites/tidewatch/repository')).status).toBe(404);
});

test.each([
  ['JSON that is none', PATH, '{', 'the body is not JSON'],
  [
    'an unknown type',
    PATH,
    { contentType: 'poem' },
    'there is no "poem"; there are blog-post, social-post, website',
  ],
  ['a field nobody knows', PATH, { remote: 'ext::x' }, 'remote'],
  [
    'documents that are missing',
    '/api/content-pipeline/other',
    {},
    'other lacks foundation documents for website: positioning, brand-voice, seo-strategy',
  ],
  ['an id that would be a path', '/api/content-pipeline/..%2fx', {}, 'is not a valid id'],
])('[3.9] 400 for %s, and it says which', async (_, path, body, message) => {
  const { send } = await setUp();
  const answer = await send('POST', path, body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toContain(message);
});

test('[3.9] a daemon that ends pauses its runs; posting again resumes the same one, and nothing is asked twice', async () => {
  const { send, runner, asked, service, folder } = await setUp({
    draft: ['# One'],
    select: ['["seo-expert"]'],
    critiques: { 'SEO Expert': ['HANG', { issues: [], score: 8, pass: true }] },
  });
  const first = await send('POST', PATH, { agent: 'scripted', contentType: 'blog-post' });
  await expect.poll(asked, { timeout: 30_000 }).toContain('SEO Expert');
  await runner.close();
  expect((await send('GET', PATH)).body).toMatchObject({ status: 'paused', currentStep: 'critique' });
  const next = contentRunner({ service, dataDir: folder, env: {}, report: () => undefined });
  const again = await next.post({ ideaId: 'tidewatch', contentType: 'blog-post', agent: 'scripted' });
  expect(again).toEqual({ runId: first.body.runId, resumed: true });
  await next.idle();
  expect((await send('GET', PATH)).body).toMatchObject({ status: 'complete', runId: first.body.runId });
  expect(asked()).toEqual(['draft', 'select', 'SEO Expert', 'SEO Expert']);
});

test('foundation documents are written, listed, read and removed', async () => {
  const { send } = await setUp();
  const docs = '/api/ideas/new-idea/docs';
  expect((await send('GET', docs)).body).toEqual({ docs: [] });
  expect((await send('PUT', `${docs}/positioning`, { text: '- Product: X' })).status).toBe(200);
  expect((await send('GET', docs)).body).toEqual({ docs: [{ type: 'positioning', chars: 12 }] });
  expect((await send('GET', `${docs}/positioning`)).body.text).toBe('- Product: X');
  expect((await send('PUT', `${docs}/poem`, { text: 'x' })).status).toBe(400);
  expect((await send('DELETE', `${docs}/positioning`)).status).toBe(204);
  expect((await send('GET', `${docs}/positioning`)).status).toBe(404);
});

test('the single pass needs no critics: brand and copy in one', async () => {
  const { send } = await setUp();
  expect((await send('POST', '/api/painted-door/tidewatch', {})).body).toMatchObject({
    url: '/sites/tidewatch/',
  });
  expect((await send('GET', '/sites/tidewatch/')).text).toContain('<h1>Tidewatch: tide and surge');
  expect((await send('POST', '/api/painted-door/nobody', {})).body.error.message).toBe(
    'nobody lacks the foundation document positioning',
  );
  expect((await send('POST', '/api/painted-door/tidewatch', { design: '../../etc/passwd' })).status).toBe(
    400,
  );
});
