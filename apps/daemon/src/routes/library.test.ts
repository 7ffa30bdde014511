import { rm } from 'node:fs/promises';
import {
  DesignSystemListSchema,
  ProjectEnablementSchema,
  SkillListSchema,
} from '@design-jury/contracts/skills';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { addToHistory, historyFile } from '../agents/cycle-history.ts';
import { type Engine, openEngine } from '../engine.ts';
import { temporaryFolder } from '../host/test/engine.ts';
import { createApp } from './app.ts';

let dataDir: string;
let engine: Engine;
let projectId: string;

beforeEach(async () => {
  dataDir = await temporaryFolder();
  engine = await openEngine({ dataDir });
  const metadata = { kind: 'site', linkedDirs: ['a'] };
  projectId = (await engine.jury.createProject({ name: 'test', metadata })).id;
});

afterEach(async () => {
  await engine.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: unknown) {
  const { jury, bus } = engine;
  const app = createApp({
    ...{ jury, bus, host: '127.0.0.1', maxBodyBytes: 10_000, maxStreams: 1, retryMs: 1, stallMs: 1 },
    report: () => {},
  });
  const response = await app.request(path, {
    method,
    headers: { Host: '127.0.0.1:4100', 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const get = async (path: string): Promise<unknown> => JSON.parse((await send('GET', path)).text);

describe('the library over HTTP', () => {
  test('skills and design systems, each as their schema says', async ({ expect }) => {
    const { skills, phase } = SkillListSchema.parse(await get('/api/skills'));
    expect([skills.length, phase]).toEqual([9, 'M3']);
    expect(skills.find(({ id }) => id === 'export-pdf')?.enablement).toMatchObject({
      on: false,
      by: 'skill',
    });
    const { designSystems } = DesignSystemListSchema.parse(await get('/api/design-systems'));
    expect(designSystems).toHaveLength(6);
  });

  test('a sample is a page that can do nothing', async ({ expect }) => {
    const { status, headers, text } = await send('GET', '/api/design-systems/tty/sample');
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain('--paper:#0f1512');
    expect((await send('GET', '/api/design-systems/nope/sample')).status).toBe(404);
  });
});

describe('a page that is drafted without a model', () => {
  const start = async (skill: string, brief: string) => {
    const body = { skill, brief, browser: 'never' };
    const { status, text } = await send('POST', `/api/projects/${projectId}/runs`, body);
    return { status, answer: JSON.parse(text) };
  };

  test('is refused where its brief says nothing, as at the terminal', async ({ expect }) => {
    const { status, answer } = await start('saas-landing', 'Make me a nice page. It should look modern.');
    expect(status).toBe(400);
    expect(JSON.stringify(answer)).toContain(
      'A page cannot be made: the brief asks for a page and says nothing that could stand on it.',
    );
    expect(await get(`/api/projects/${projectId}/runs`)).toEqual({ runs: [] });
  });

  test.for([
    ['dashboard', 'A tea shop in Bergen. It sells green teas.', ['figures', 'name', 'details']],
    ['dashboard', 'Name: Leaf\n\n## Sold\n- 40: boxes\n- 12: tins\n', []],
    ['dashboard', 'A tea shop in Bergen. It has 3 rooms. It sold 40 boxes. It sold 12 tins.', ['name']],
    ['kanban-board', 'Name: Leaf\n\n- Order tea\n- Wash cups\n', ['columns']],
    ['kanban-board', 'Name: Leaf\n\n## To do\n- Order tea\n## Done\n- Wash cups\n', []],
    ['weekly-update', 'Name: Leaf\n\n- Order tea\n- Wash cups\n', []],
  ] as const)('%s from %j says what the brief lacks for it', async ([skill, brief, lacks], { expect }) => {
    const { status, answer } = await start(skill, brief);
    expect(status).toBe(201);
    const said: { of: string }[] = answer.run.subject.lacks ?? [];
    expect(said.map(({ of }) => of)).toEqual(lacks);
    const kept = (await get(`/api/runs/${answer.run.id}`)) as { run: unknown };
    expect(kept.run).toMatchObject({ subject: answer.run.subject });
  });
});

describe("a project's switch", () => {
  const patch = (metadata: unknown) => send('PATCH', `/api/projects/${projectId}`, { metadata });

  test('is merged, decides, and can be taken back; the rest of the metadata survives', async ({ expect }) => {
    const decision = async () =>
      ProjectEnablementSchema.parse(await get(`/api/projects/${projectId}/enablement`));
    expect(await decision()).toMatchObject({ override: null, decision: { on: true, by: 'phase' } });
    expect((await patch({ critiqueTheaterEnabled: false })).status).toBe(200);
    expect(await decision()).toMatchObject({
      override: false,
      decision: { on: false, by: 'project' },
      skills: { 'saas-landing': { on: true, by: 'skill' }, 'weekly-update': { on: false, by: 'project' } },
    });
    await patch({ critiqueTheaterEnabled: null });
    expect(await decision()).toMatchObject({ override: null });
    expect(await get(`/api/projects/${projectId}`)).toMatchObject({
      metadata: { kind: 'site', linkedDirs: ['a'] },
    });
  });

  test.for(['yes', 1, [], {}])('%j is refused, and nothing is changed', async (value, { expect }) => {
    const { status, text } = await patch({ critiqueTheaterEnabled: value, kind: 'other' });
    expect(status).toBe(400);
    expect(text).toContain('critiqueTheaterEnabled');
    expect(await get(`/api/projects/${projectId}`)).toMatchObject({ metadata: { kind: 'site' } });
  });
});

test.for([
  [14, 0, { recommended: 'M3', streak: 14 }],
  [13, 0, { recommended: 'M1', streak: 13 }],
  // Nine of ten is the floor; eight of ten breaks the row.
  [14, 1, { recommended: 'M3', streak: 14 }],
  [14, 2, { recommended: 'M1', streak: 0 }],
] as const)(
  'the ratchet: %i days on file, each with %i of ten agents failing',
  async ([days, failing, ratchet], { expect }) => {
    await engine.close();
    const today = Date.now();
    const cycles = Array.from({ length: days * 10 }, (_, index) => ({
      agent: `agent-${index % 10}`,
      version: null,
      transport: 'stdio',
      model: 'scripted' as const,
      at: new Date(today - Math.floor(index / 10) * 86_400_000).toISOString(),
      cases: 10,
      complete: index % 10 < failing ? 0 : 10,
      cleanParse: 10,
      passed: 10,
      failures: [],
    }));
    await addToHistory(historyFile(dataDir), cycles);
    engine = await openEngine({ dataDir, env: { OD_CRITIQUE_ROLLOUT_PHASE: 'M1' } });
    const told = ProjectEnablementSchema.parse(await get(`/api/projects/${projectId}/enablement`));
    expect(told.ratchet).toMatchObject(ratchet);
    // It recommends, and switches nothing.
    expect(told).toMatchObject({ phase: 'M1', decision: { on: false, by: 'phase' } });
  },
);
