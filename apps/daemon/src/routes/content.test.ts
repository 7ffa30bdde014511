import { expect, test } from 'vitest';
import { createBus } from '../host/stream/bus.ts';
import { JuryError } from '../jury-error.ts';
import { type ContentScript, openStage } from '../protocols/content/test/stage.ts';
import { createApp } from './app.ts';
import { createScriptedJury } from './test/scripted-jury.ts';

async function setUp(script: ContentScript = {}) {
  const stage = await openStage({ script });
  const bus = createBus();
  const reported: unknown[] = [];
  const { service, folder } = stage;
  const app = createApp({
    jury: createScriptedJury(bus),
    bus,
    host: '127.0.0.1',
    maxBodyBytes: 1_000_000,
    maxStreams: 10,
    retryMs: 2_000,
    stallMs: 1_000,
    report: (error) => reported.push(error),
    content: { service, dataDir: folder, env: { PATH: process.env.PATH, HOME: folder } },
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
  const idle = async (): Promise<void> => {
    for (const { id } of await stage.records.listAllRuns({})) await stage.host.done(id);
  };
  return { ...stage, idle, send, reported };
}

const PATH = '/api/content-pipeline/tidewatch';

test('a post starts a run; progress, text, drafts and the deployed site follow', async () => {
  const { send, idle, reported } = await setUp();
  expect((await send('GET', PATH)).body).toEqual({ status: 'not_started' });
  const posted = await send('POST', PATH, {});
  expect(posted).toMatchObject({ status: 200, body: { resumed: false } });
  expect((await send('POST', PATH, {})).status).toBe(409);
  await idle();
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
])('400 for %s, and it says which', async (_, path, body, message) => {
  const { send } = await setUp();
  const answer = await send('POST', path, body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toContain(message);
});

test('a daemon that ends pauses its runs; posting again resumes the same one, and nothing is asked twice', async () => {
  const { send, host, asked, another, events } = await setUp({
    draft: ['# One'],
    select: ['["seo-expert"]'],
    critiques: { 'SEO Expert': ['HANG', { issues: [], score: 8, pass: true }] },
  });
  const first = await send('POST', PATH, { agent: 'scripted', contentType: 'blog-post' });
  await expect.poll(asked).toContain('SEO Expert');
  await host.close();
  expect((await send('GET', PATH)).body).toMatchObject({ status: 'paused', currentStep: 'critique' });
  const other = another();
  const again = await other.service.start({
    ideaId: 'tidewatch',
    contentType: 'blog-post',
    agent: 'scripted',
  });
  expect(again).toMatchObject({ run: { id: first.body.runId }, resumed: true });
  await other.service.result(again.run.id);
  expect((await send('GET', PATH)).body).toMatchObject({ status: 'complete', runId: first.body.runId });
  expect(asked()).toEqual(['draft', 'select', 'SEO Expert', 'SEO Expert']);
  const said = await events(first.body.runId);
  expect(said.filter(({ type }) => type === 'run.state')).toMatchObject([
    { state: 'paused', reason: 'stopped' },
    { state: 'running', reason: 'resumed' },
  ]);
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

test('the single pass takes an agent for copy and brand; one that cannot be used is told, not replaced', async () => {
  const brand = {
    voice: { tone: 'plain', personality: 'calm', examples: [] },
    typography: { headingFont: 'Georgia', bodyFont: 'System UI', monoFont: 'Menlo' },
    colors: {
      background: '#ffffff',
      backgroundElevated: '#f0f4f8',
      textPrimary: '#10202f',
      textSecondary: '#334455',
      textMuted: '#4a5a6a',
      primary: '#0b3d91',
      primaryLight: '#cfe8ff',
      accent: '#0b3d91',
      border: '#c0c8d0',
    },
  };
  const draft = ['---\ntitle: T\ndescription: About water.\n---\n# Written by the agent\n\nLead.\n'];
  const good = await setUp({ draft, brand: [brand] });
  const door = '/api/painted-door/tidewatch';
  expect((await good.send('POST', door, { agent: 'scripted' })).body).toMatchObject({
    url: '/sites/tidewatch/',
    brandBy: 'Scripted',
  });
  expect((await good.send('GET', '/sites/tidewatch/')).text).toContain('<h1>Written by the agent</h1>');
  expect((await good.send('GET', '/sites/tidewatch/style.css')).text).toContain('--accent:#0b3d91');
  const bad = await setUp({ draft, brand: ['blue'] });
  const refused = await bad.send('POST', door, { agent: 'scripted' });
  expect(refused.status).toBe(503);
  expect(refused.body.error.message).toMatch(/^design_brand: the agent's brand could not be used/);
  expect((await bad.send('GET', '/sites/tidewatch/')).status).toBe(404);
});

test('ideas are listed with what they have, how they stand and what can be written; an example is copied once', async () => {
  const { send, idle } = await setUp();
  const fresh = (await send('GET', '/api/ideas')).body;
  expect(fresh).toMatchObject({
    ideas: [{ id: 'tidewatch', last: null }],
    more: false,
    examples: ['seedshelf', 'stairlight', 'tidewatch'],
  });
  expect(fresh.ideas[0].docs).toContain('positioning');
  expect(fresh.recipes).toContainEqual({
    contentType: 'website',
    needs: ['positioning', 'brand-voice', 'seo-strategy'],
  });
  const copied = await send('POST', '/api/ideas', { example: 'stairlight' });
  expect(copied).toMatchObject({ status: 200, body: { id: 'stairlight' } });
  expect(await send('POST', '/api/ideas', { example: 'stairlight' })).toMatchObject({
    status: 409,
    body: { error: { message: 'stairlight is there already; its documents stay as they are' } },
  });
  expect((await send('POST', '/api/ideas', { example: 'nobody' })).body.error.message).toContain(
    'there are seedshelf, stairlight, tidewatch',
  );
  expect((await send('POST', '/api/ideas', { example: '../..' })).status).toBe(400);
  const { runId } = (await send('POST', PATH, { contentType: 'blog-post' })).body;
  await idle();
  const { ideas } = (await send('GET', '/api/ideas')).body;
  expect(ideas.map(({ id }: { id: string }) => id)).toEqual(['stairlight', 'tidewatch']);
  expect(ideas[1].last).toMatchObject({ runId, state: 'ended' });
});

test('drafts and text of an earlier run stay its own; a run of another idea is not found', async () => {
  const { send, idle } = await setUp();
  const first = (await send('POST', PATH, {})).body.runId;
  await idle();
  const second = (await send('POST', PATH, { contentType: 'blog-post' })).body.runId;
  await idle();
  expect((await send('GET', `${PATH}/drafts/1`)).body.runId).toBe(second);
  expect((await send('GET', `${PATH}/drafts/1?run=${first}`)).body).toMatchObject({ runId: first, n: 1 });
  expect((await send('GET', `${PATH}/content?run=${first}`)).body).toMatchObject({ contentType: 'website' });
  expect((await send('GET', `/api/content-pipeline/other/drafts/1?run=${first}`)).status).toBe(404);
  expect((await send('GET', `${PATH}/drafts/1?run=play-nobody`)).status).toBe(404);
});

test('an agent nobody knows is refused before anything is stored', async () => {
  const { send, host, keyValues, folder } = await setUp();
  const { contentService } = await import('../protocols/content/service.ts');
  const strict = contentService({
    dataDir: folder,
    host,
    keyValues,
    agent: (id) => Promise.reject(new JuryError('bad_request', `agent: there is no "${id}"`)),
  });
  await expect(
    strict.start({ ideaId: 'tidewatch', contentType: 'website', agent: 'nobody' }),
  ).rejects.toThrow('agent: there is no "nobody"');
  expect((await send('GET', PATH)).body).toEqual({ status: 'not_started' });
});

test('what is told of a run, from its start to the deployed site', async () => {
  const { send, idle, events: eventsOf } = await setUp();
  const { runId } = (await send('POST', PATH, {})).body;
  await idle();
  const events = await eventsOf(runId);
  const told = events.flatMap(({ type }) =>
    type.startsWith('content.') ? [type.replace('content.', '')] : [],
  );
  // Critics speak when they are ready: how they interleave is not part of it.
  const critics = /^critic_/;
  expect(told.filter((type) => !critics.test(type))).toEqual([
    'started',
    'step_started',
    'drafted',
    'step_started',
    'panel_chosen',
    'step_started',
    'decided',
    'summarised',
    'step_started',
    'drafted',
    'step_started',
    'decided',
    'summarised',
    'saved',
    'step_started',
    'deploy_step',
    'deploy_step',
    'deploy_step',
    'deploy_step',
    'deploy_step',
    'deployed',
  ]);
  for (const type of ['critic_asked', 'critic_scored'])
    expect(told.filter((one) => one === type)).toHaveLength(6);
  expect(events.find(({ type }) => type === 'content.panel_chosen')).toMatchObject({
    by: 'lexical',
    panel: [{}, { basis: 'lexical', role: 'strategist', domain: 'Positioning' }, {}],
  });
  // Drafts stay in the store.
  expect(Math.max(...events.map((event) => JSON.stringify(event).length))).toBeLessThan(8_000);
});
