import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { onTestFinished, test } from 'vitest';
import { openStore } from './database.ts';
import { StoreError } from './errors.ts';
import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT } from './page.ts';
import { MAX_METADATA_BYTES, mergePatch } from './projects.ts';
import { MAX_ROUNDS_IN_ROW } from './rounds-json.ts';
import type { Store } from './store.ts';
import { artifactRow } from './test/artifact-row.ts';
import { AT, finished, mustFix, project, round, run } from './test/records.ts';

async function memoryStore(): Promise<Store> {
  const store = await openStore(':memory:');
  onTestFinished(() => store.close());
  return store;
}

async function openFile(): Promise<{ store: Store; file: string }> {
  const file = await temporaryFile();
  const store = await openStore(file);
  onTestFinished(() => store.close());
  return { store, file };
}

async function fileWithRun(): Promise<{ store: Store; file: string }> {
  const opened = await openFile();
  await opened.store.createProject(project());
  await opened.store.insertRun(run());
  return opened;
}

async function storeWithRun(): Promise<Store> {
  const store = await memoryStore();
  await store.createProject(project());
  await store.insertRun(run());
  return store;
}

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'jury-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'nested', 'jury.sqlite');
}

test('a project comes back as it was created', async ({ expect }) => {
  const store = await memoryStore();
  const created = project('p1', { name: 'Café ☕', metadata: { theme: { dark: true } } });
  await store.createProject(created);
  expect(await store.getProject('p1')).toEqual(created);
  expect(await store.getProject('p2')).toBeNull();
});

test('a project id can be taken once', async ({ expect }) => {
  const store = await memoryStore();
  await store.createProject(project());
  await expect(store.createProject(project())).rejects.toMatchObject({
    name: 'StoreError',
    reason: 'conflict',
  });
});

test('metadata is merged, never stomped: nested keys stay, null removes', async ({ expect }) => {
  const store = await memoryStore();
  await store.createProject(project('p1', { metadata: { keep: 1, drop: 2, nested: { a: 1, b: 2 } } }));
  const merged = await store.mergeProjectMetadata('p1', { drop: null, nested: { b: 3 }, fresh: [1] });
  expect(merged.metadata).toEqual({ keep: 1, nested: { a: 1, b: 3 }, fresh: [1] });
  expect((await store.getProject('p1'))?.metadata).toEqual(merged.metadata);
});

test('patches that meet all survive', async ({ expect }) => {
  const store = await memoryStore();
  await store.createProject(project());
  const keys = Array.from({ length: 50 }, (_, index) => `k${index}`);
  await Promise.all(keys.map((key) => store.mergeProjectMetadata('p1', { [key]: true })));
  expect(Object.keys((await store.getProject('p1'))?.metadata ?? {}).sort()).toEqual(keys.sort());
});

test('a key named __proto__ is data and reaches no prototype', ({ expect }) => {
  const merged = mergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}'));
  expect(Object.keys(merged)).toEqual(['__proto__']);
  expect('polluted' in {}).toBe(false);
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
});

test.for([
  [-1, true],
  [0, true],
  [1, false],
] as const)('metadata at its bound %i bytes', async ([over, accepted], { expect }) => {
  const store = await memoryStore();
  await store.createProject(project());
  const text = 'x'.repeat(MAX_METADATA_BYTES - '{"t":""}'.length + over);
  const merged = store.mergeProjectMetadata('p1', { t: text });
  if (accepted) expect((await merged).metadata).toEqual({ t: text });
  else await expect(merged).rejects.toThrow('at most 65536 are kept');
});

test('merging into an unknown project is missing', async ({ expect }) => {
  const store = await memoryStore();
  await expect(store.mergeProjectMetadata('p9', {})).rejects.toMatchObject({ reason: 'missing' });
});

test('a run comes back as it was inserted, config snapshot and all', async ({ expect }) => {
  const { store, file } = await openFile();
  await store.createProject(project());
  const record = run('r1', {
    model: 'm',
    skill: 's',
    config: { ...DEFAULT_CRITIQUE_CONFIG, maxRounds: 7 },
    subject: { kind: 'brief', text: 'a page about bread' },
    costUsd: 0.125,
    eventBase: 9,
  });
  await store.insertRun(record);
  expect(await store.getRun('r1')).toEqual(record);
  expect(artifactRow(file, 'a-r1')).toMatchObject({
    critique_status: null,
    critique_score: null,
    critique_rounds_json: null,
  });
});

test.for([
  ['an unknown project', { projectId: 'p9' }],
  ['an artifact that has a run already', { artifactId: 'a-r1' }],
] as const)('a run is refused for %s, and leaves no artifact row', async ([, changes], { expect }) => {
  const { store, file } = await fileWithRun();
  await expect(store.insertRun(run('r2', changes))).rejects.toMatchObject({ reason: 'conflict' });
  expect(await store.getRun('r2')).toBeNull();
  expect(artifactRow(file, 'a-r2')).toBeNull();
});

test('a patch changes what it names and nothing else', async ({ expect }) => {
  const store = await storeWithRun();
  await store.updateRun('r1', { state: 'running', startedAt: AT, eventBase: 0 });
  await store.updateRun('r1', {
    inputTokens: 5,
    outputTokens: 6,
    costUsd: null,
    eventCount: 3,
    model: 'm',
    composite: 1,
  });
  await store.updateRun('r1', {});
  expect(await store.getRun('r1')).toEqual(
    run('r1', {
      state: 'running',
      startedAt: AT,
      eventBase: 0,
      inputTokens: 5,
      outputTokens: 6,
      eventCount: 3,
      model: 'm',
      composite: 1,
    }),
  );
  await expect(store.updateRun('r9', { eventCount: 1 })).rejects.toMatchObject({ reason: 'missing' });
});

test('runs are listed newest first and page by page without a gap or a double', async ({ expect }) => {
  const store = await memoryStore();
  await store.createProject(project());
  await store.createProject(project('p2'));
  // Equal times on purpose: the id breaks the tie.
  for (let index = 0; index < 7; index += 1) {
    await store.insertRun(run(`r${index}`, { createdAt: `2026-01-31T12:00:0${Math.floor(index / 3)}.000Z` }));
  }
  await store.insertRun(run('other', { projectId: 'p2' }));
  const seen: string[] = [];
  for (let before: string | undefined; ; ) {
    const page = await store.listRuns('p1', { limit: 2, ...(before !== undefined && { before }) });
    seen.push(...page.map((item) => item.id));
    before = page.at(-1)?.id;
    if (before === undefined) break;
  }
  expect(seen).toEqual(['r6', 'r5', 'r4', 'r3', 'r2', 'r1', 'r0']);
  await expect(store.listRuns('p1', { before: 'nobody' })).rejects.toMatchObject({ reason: 'missing' });
});

test('the newest run of every project is found at once, by the order of its list', async ({ expect }) => {
  const store = await memoryStore();
  for (const id of ['p1', 'p2', 'idle', 'unasked']) await store.createProject(project(id));
  await store.insertRun(run('a', { createdAt: '2026-02-01T00:00:00.000Z' }));
  await store.insertRun(run('z', { createdAt: '2026-01-01T00:00:00.000Z' }));
  await store.insertRun(run('b', { projectId: 'p2' }));
  await store.insertRun(run('c', { projectId: 'p2' }));
  await store.insertRun(run('d', { projectId: 'unasked' }));
  const newest = await store.newestRuns(['p1', 'p2', 'idle', 'unknown']);
  expect(new Map([...newest].map(([id, { id: runId }]) => [id, runId]))).toEqual(
    new Map([
      ['p1', 'a'],
      ['p2', 'c'],
    ]),
  );
  expect(await store.newestRuns([])).toEqual(new Map());
});

test('a page of projects is bounded at its limit', async ({ expect }) => {
  const store = await memoryStore();
  for (let index = 0; index < MAX_PAGE_LIMIT + 1; index += 1) {
    await store.createProject(project(`p${String(index).padStart(3, '0')}`));
  }
  expect(await store.listProjects()).toHaveLength(DEFAULT_PAGE_LIMIT);
  expect(await store.listProjects({ limit: MAX_PAGE_LIMIT - 1 })).toHaveLength(MAX_PAGE_LIMIT - 1);
  expect(await store.listProjects({ limit: MAX_PAGE_LIMIT })).toHaveLength(MAX_PAGE_LIMIT);
  expect(await store.listProjects({ limit: MAX_PAGE_LIMIT + 1 })).toHaveLength(MAX_PAGE_LIMIT);
  expect(await store.listProjects({ limit: 0, before: 'p001' })).toMatchObject([{ id: 'p000' }]);
});

test('unfinished runs are found oldest first', async ({ expect }) => {
  const store = await memoryStore();
  await store.createProject(project());
  await store.insertRun(run('new', { createdAt: '2026-02-01T00:00:00.000Z' }));
  await store.insertRun(run('old', { state: 'running' }));
  await store.insertRun(run('over'));
  await store.finishRun(finished('over'));
  expect((await store.findUnfinishedRuns()).map((item) => item.id)).toEqual(['old', 'new']);
});

test('the next event base follows the last range of ids of the project', async ({ expect }) => {
  const store = await memoryStore();
  await store.createProject(project());
  expect(await store.projectEventTotal('p1')).toBe(0);
  await store.insertRun(run('r1', { eventBase: 0 }));
  await store.finishRun(finished('r1', { eventCount: 42 }));
  await store.insertRun(run('r2', { eventBase: await store.projectEventTotal('p1') }));
  await store.insertRun(run('waiting'));
  await store.finishRun(finished('r2', { eventCount: 8 }));
  expect(await store.projectEventTotal('p1')).toBe(50);
});

test('rounds and must-fixes are saved again under the same identity', async ({ expect }) => {
  const store = await storeWithRun();
  await store.saveRound('r1', round(2));
  await store.saveRound('r1', round(1));
  await store.saveRound(
    'r1',
    round(2, { composite: 9, artifactSha256: null, artifactBytes: null, artifactMime: null }),
  );
  expect((await store.listRounds('r1')).map((item) => [item.n, item.composite])).toEqual([
    [1, 7.25],
    [2, 9],
  ]);
  await store.saveMustFixes('r1', []);
  await store.saveMustFixes('r1', [mustFix('m1'), mustFix('m2', { witness: null, synthetic: true })]);
  await store.saveMustFixes('r1', [mustFix('m1', { resolvedRound: 2 })]);
  expect(await store.listMustFixes('r1')).toEqual([
    { runId: 'r1', ...mustFix('m1', { resolvedRound: 2 }) },
    { runId: 'r1', ...mustFix('m2', { witness: null, synthetic: true }) },
  ]);
});

test('more must-fixes than one INSERT takes are all saved, or none', async ({ expect }) => {
  const store = await storeWithRun();
  const list = Array.from({ length: 200 }, (_, index) => mustFix(`m${String(index).padStart(3, '0')}`));
  await store.saveMustFixes('r1', list);
  expect(await store.listMustFixes('r1')).toHaveLength(200);
  await expect(store.saveMustFixes('r9', list)).rejects.toMatchObject({ reason: 'conflict' });
});

test('finishing writes run, rounds and artifact together', async ({ expect }) => {
  const { store, file } = await fileWithRun();
  expect(await store.finishRun(finished())).toBe(true);
  expect(await store.getRun('r1')).toMatchObject({
    state: 'shipped',
    composite: 8.5,
    endedAt: AT,
    eventCount: 42,
  });
  expect(await store.listRounds('r1')).toHaveLength(1);
  expect(artifactRow(file, 'a-r1')).toEqual({
    id: 'a-r1',
    project_id: 'p1',
    created_at: AT,
    critique_score: 8.5,
    critique_status: 'shipped',
    critique_transcript_path: 'transcript.ndjson',
    critique_protocol_version: 1,
    critique_rounds_json: '[{"n":1,"composite":8.5,"mustFix":0,"decision":"ship"}]',
  });
});

test('ends that are asked for together are written together, and one that is refused takes no other with it', async ({
  expect,
}) => {
  const store = await openStore(':memory:');
  await store.createProject(project());
  const ids = Array.from({ length: 150 }, (_, at) => `g${at}`);
  for (const id of ids) await store.insertRun(run(id));
  const ends = await Promise.allSettled(
    ids.map((id, at) =>
      store.finishRun(at % 50 === 7 ? finished(id, { transcriptPath: '../x' }) : finished(id)),
    ),
  );
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(147);
  expect((await store.getRun('g7'))?.state).toBe('queued');
  expect((await store.getRun('g8'))?.state).toBe(finished('g8').state);
  expect(await store.finishRun(finished('g57'))).toBe(true);
  expect(await store.finishRun(finished('g58'))).toBe(false);
  await store.close();
});

test('the first verdict stands: a run is finished once and does not come back to life', async ({
  expect,
}) => {
  const store = await storeWithRun();
  const verdicts = await Promise.all([
    store.finishRun(finished('r1')),
    store.finishRun(finished('r1', { state: 'failed', cause: 'orchestrator_internal' })),
  ]);
  expect(verdicts).toEqual([true, false]);
  expect(await store.getRun('r1')).toMatchObject({ state: 'shipped', cause: null });
  await expect(store.updateRun('r1', { state: 'running' })).rejects.toMatchObject({ reason: 'conflict' });
  await expect(store.finishRun(finished('r9'))).rejects.toMatchObject({ reason: 'missing' });
});

test.for(['../transcript.ndjson', '/etc/passwd', 'a/b', '.hidden', ''])(
  'a transcript path that is no plain name is refused: %s',
  async (transcriptPath, { expect }) => {
    const store = await storeWithRun();
    await expect(store.finishRun(finished('r1', { transcriptPath }))).rejects.toThrow('plain file name');
    expect(await store.getRun('r1')).toMatchObject({ state: 'queued' });
  },
);

test('the stored columns have the shape the spec names', async ({ expect }) => {
  const file = await temporaryFile();
  const store = await openStore(file);
  await store.createProject(project());
  await store.insertRun(run('r1'));
  await store.insertRun(run('r2'));
  await store.finishRun(finished('r1'));
  const failed = {
    state: 'interrupted',
    recoveryReason: 'daemon_restart',
    cause: 'cli_exit_nonzero',
  } as const;
  await store.finishRun(finished('r2', { ...failed, composite: null, transcriptPath: null }));
  await store.close();
  const database = new DatabaseSync(file);
  const rows = database
    .prepare(
      `select critique_score, critique_rounds_json, critique_transcript_path, critique_status,
              critique_protocol_version from artifacts order by id`,
    )
    .all()
    .map((row) => ({ ...row }));
  database.close();
  expect(rows).toEqual([
    {
      critique_score: 8.5,
      critique_rounds_json: '[{"n":1,"composite":8.5,"mustFix":0,"decision":"ship"}]',
      critique_transcript_path: 'transcript.ndjson',
      critique_status: 'shipped',
      critique_protocol_version: 1,
    },
    {
      critique_score: null,
      critique_rounds_json:
        '{"rounds":[{"n":1,"composite":8.5,"mustFix":0,"decision":"ship"}],"cause":"cli_exit_nonzero","recoveryReason":"daemon_restart"}',
      critique_transcript_path: null,
      critique_status: 'interrupted',
      critique_protocol_version: 1,
    },
  ]);
});

test.for([-1, 0, 1])(
  'the summary in the row keeps the newest rounds at its bound %i',
  async (over, { expect }) => {
    const { store, file } = await fileWithRun();
    const rounds = Array.from({ length: MAX_ROUNDS_IN_ROW + over }, (_, index) => round(index + 1));
    await store.finishRun(finished('r1', { rounds }));
    const kept = JSON.parse(String(artifactRow(file, 'a-r1')?.critique_rounds_json));
    expect(kept).toMatchObject(rounds.slice(-MAX_ROUNDS_IN_ROW).map(({ n }) => ({ n })));
    expect(await store.listRounds('r1')).toHaveLength(rounds.length);
  },
);

test('a run whose config lacks a key of today, or has one of tomorrow, stays readable', async ({
  expect,
}) => {
  const file = await temporaryFile();
  const store = await openStore(file);
  await store.createProject(project());
  await store.insertRun(run());
  await store.close();
  const database = new DatabaseSync(file);
  const { compositeTolerance: _, ...older } = DEFAULT_CRITIQUE_CONFIG;
  database
    .prepare('update runs set config_json = ?')
    .run(JSON.stringify({ ...older, maxRounds: 5, tomorrow: 1 }));
  database.close();
  const again = await openStore(file);
  onTestFinished(() => again.close());
  expect((await again.getRun('r1'))?.config).toEqual({ ...DEFAULT_CRITIQUE_CONFIG, maxRounds: 5 });
});

test('a damaged row is corrupt, by name', async ({ expect }) => {
  const file = await temporaryFile();
  const store = await openStore(file);
  onTestFinished(() => store.close());
  await store.createProject(project());
  const database = new DatabaseSync(file);
  database.exec(`update projects set metadata_json = '{'`);
  database.close();
  const read = store.getProject('p1');
  await expect(read).rejects.toBeInstanceOf(StoreError);
  await expect(read).rejects.toMatchObject({
    reason: 'corrupt',
    message: expect.stringContaining('project p1'),
  });
});

test('a damaged newest run costs its own project the badge, and no other', async ({ expect }) => {
  const file = await temporaryFile();
  const store = await openStore(file);
  onTestFinished(() => store.close());
  for (const id of ['p1', 'p2']) {
    await store.createProject(project(id));
    await store.insertRun(run(`of-${id}`, { projectId: id }));
  }
  const database = new DatabaseSync(file);
  database.exec(`update runs set config_json = '{' where id = 'of-p1'`);
  database.close();
  expect([...(await store.newestRuns(['p1', 'p2'])).keys()]).toEqual(['p2']);
});
