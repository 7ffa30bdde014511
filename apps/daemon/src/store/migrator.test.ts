import { type Kysely, sql } from 'kysely';
import { onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';
import { migrate } from './migrator.ts';
import type { Schema } from './schema.ts';

async function emptyDatabase(): Promise<Kysely<Schema>> {
  const db = (await openDatabase(':memory:')).withoutPlugins();
  onTestFinished(() => db.destroy());
  return db;
}

interface SchemaItem {
  name: string;
  sql: string | null;
}

async function schemaOf(db: Kysely<Schema>): Promise<SchemaItem[]> {
  const { rows } = await sql<SchemaItem>`
    select name, sql from sqlite_schema where name not like 'schema_migrations%' and name not like 'sqlite_%'
    order by name`.execute(db);
  return rows.map(({ name, sql }) => ({ name, sql: sql?.replace(/\s+/g, ' ') ?? null }));
}

const CRITIQUE_COLUMNS = [
  'critique_score',
  'critique_rounds_json',
  'critique_transcript_path',
  'critique_status',
  'critique_protocol_version',
];

async function artifactColumns(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info('artifacts')`.execute(db);
  return rows.map((row) => row.name);
}

test('up, down and up again leave the same schema, and down leaves nothing', async ({ expect }) => {
  const db = await emptyDatabase();
  await migrate(db);
  const first = await schemaOf(db);
  await migrate(db, { target: null });
  expect(await schemaOf(db)).toEqual([]);
  await migrate(db);
  expect(await schemaOf(db)).toEqual(first);
  expect(first.map((item) => item.name)).toEqual([
    'artifacts',
    'idx_artifacts_critique_status',
    'idx_artifacts_project',
    'idx_key_values_expiry',
    'idx_questions_key',
    'idx_questions_open',
    'idx_questions_run',
    'idx_runs_newest',
    'idx_runs_owned',
    'idx_runs_project',
    'idx_runs_retry',
    'idx_runs_running',
    'idx_runs_subject',
    'idx_runs_unfinished',
    'idx_runs_updated',
    'key_values',
    'must_fixes',
    'projects',
    'questions',
    'rounds',
    'runs',
  ]);
});

test('each migration goes back to exactly what was before it', async ({ expect }) => {
  const db = await emptyDatabase();
  const steps = [
    '0001_projects',
    '0002_critique_rounds',
    '0003_runs',
    '0004_plays',
    '0005_enablement',
    '0006_run_questions',
    '0007_one_run',
  ];
  const before: SchemaItem[][] = [[]];
  for (const step of steps) {
    await migrate(db, { target: step });
    before.push(await schemaOf(db));
  }
  for (const [index, step] of [null, ...steps].entries()) {
    await migrate(db, { target: step });
    expect(await schemaOf(db)).toEqual(before[index]);
    await migrate(db);
  }
});

test('the critique columns come and go without touching the rows', async ({ expect }) => {
  const db = await emptyDatabase();
  await migrate(db, { target: '0001_projects' });
  await sql`insert into projects values ('p', 'n', '{}', 't')`.execute(db);
  await sql`insert into artifacts values ('a', 'p', 't')`.execute(db);
  await migrate(db, { target: '0002_critique_rounds' });
  expect(await artifactColumns(db)).toEqual(['id', 'project_id', 'created_at', ...CRITIQUE_COLUMNS]);
  await sql`update artifacts set critique_status = 'shipped', critique_score = 8.5`.execute(db);
  await migrate(db, { target: '0001_projects' });
  expect(await artifactColumns(db)).toEqual(['id', 'project_id', 'created_at']);
  expect((await sql`select * from artifacts`.execute(db)).rows).toEqual([
    { id: 'a', project_id: 'p', created_at: 't' },
  ]);
});

test('questions of plays come through the change that lets runs ask; those of runs go with it', async ({
  expect,
}) => {
  const db = await emptyDatabase();
  await migrate(db, { target: '0005_enablement' });
  await sql`insert into plays values ('play-1', 'critic-loop', 's', 't', 'waiting', null, null, '{}', '{}', 0, null, null, 't', 't', null)`.execute(
    db,
  );
  await sql`insert into questions values ('play-1.q', 'play-1', 'k', '{"deadlineAt":"2026-05-01T10:00:00.000Z"}', 'open', null, null, 'a', null)`.execute(
    db,
  );
  await migrate(db, { target: '0006_run_questions' });
  const kept = await sql`select id, play_id, run_id, status, deadline_at from questions`.execute(db);
  expect(kept.rows).toEqual([
    {
      id: 'play-1.q',
      play_id: 'play-1',
      run_id: null,
      status: 'open',
      deadline_at: '2026-05-01T10:00:00.000Z',
    },
  ]);
  const ask = (id: string, play: string | null, run: string | null) =>
    sql`insert into questions values (${id}, ${play}, ${run}, 'k', '{}', 'open', null, null, 'a', null, null)`.execute(
      db,
    );
  await expect(ask('nobody', null, null)).rejects.toMatchObject({ reason: 'conflict' });
  await expect(ask('both', 'play-1', 'r-1')).rejects.toMatchObject({ reason: 'conflict' });
  await expect(ask('stranger', null, 'r-1')).rejects.toMatchObject({ reason: 'conflict' });
  await sql`insert into projects values ('p', 'n', '{}', 't')`.execute(db);
  await sql`insert into artifacts (id, project_id, created_at) values ('a', 'p', 't')`.execute(db);
  await sql`insert into runs (id, project_id, artifact_id, protocol, state, agent, config_json, subject_json, event_count, created_at) values ('r-1', 'p', 'a', 'theater', 'failed', 'x', '{}', '{}', 0, 't')`.execute(
    db,
  );
  await ask('r-1.retry', null, 'r-1');
  await migrate(db, { target: '0005_enablement' });
  expect((await sql`select id from questions`.execute(db)).rows).toEqual([{ id: 'play-1.q' }]);
});

test.for([
  ['shipped', true],
  ['below_threshold', true],
  ['timed_out', true],
  ['interrupted', true],
  ['degraded', true],
  ['failed', true],
  ['legacy', true],
  ['running', false],
  ['approved', false],
] as const)('critique_status %s is accepted: %s', async ([status, accepted], { expect }) => {
  const db = await emptyDatabase();
  await migrate(db);
  await sql`insert into projects values ('p', 'n', '{}', 't')`.execute(db);
  const insert =
    sql`insert into artifacts (id, project_id, created_at, critique_status) values ('a', 'p', 't', ${status})`.execute(
      db,
    );
  if (accepted) await expect(insert).resolves.toBeDefined();
  else await expect(insert).rejects.toMatchObject({ reason: 'conflict' });
});

test('migrating a current database changes nothing', async ({ expect }) => {
  const db = await emptyDatabase();
  await migrate(db);
  const applied = await sql`select name from schema_migrations order by name`.execute(db);
  await migrate(db);
  expect(await sql`select name from schema_migrations order by name`.execute(db)).toEqual(applied);
  expect(applied.rows).toEqual([
    { name: '0001_projects' },
    { name: '0002_critique_rounds' },
    { name: '0003_runs' },
    { name: '0004_plays' },
    { name: '0005_enablement' },
    { name: '0006_run_questions' },
    { name: '0007_one_run' },
  ]);
});

test('a target that does not exist is said, and the database stays as it was', async ({ expect }) => {
  const db = await emptyDatabase();
  await migrate(db, { target: '0002_critique_rounds' });
  const before = await schemaOf(db);
  await expect(migrate(db, { target: '9999_never' })).rejects.toMatchObject({ name: 'StoreError' });
  expect(await schemaOf(db)).toEqual(before);
});

test('a folder written by a newer version is refused with a sentence that says what to do', async ({
  expect,
}) => {
  const db = await emptyDatabase();
  await migrate(db);
  await sql`insert into schema_migrations values ('0042_later', '2030-01-01T00:00:00.000Z')`.execute(db);
  const before = await schemaOf(db);
  await expect(migrate(db)).rejects.toMatchObject({
    name: 'StoreError',
    message:
      'this data folder was written by a newer version of Design Jury (it knows 0042_later); ' +
      'update Design Jury, or use another folder with --data',
  });
  expect(await schemaOf(db)).toEqual(before);
});
