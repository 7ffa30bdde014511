import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { onTestFinished, test } from 'vitest';
import { openDatabase, openStore } from './database.ts';
import { migrate } from './migrator.ts';
import type { Schema } from './schema.ts';

const OLD = '0006_run_questions';
const TABLES = ['projects', 'artifacts', 'runs', 'rounds', 'must_fixes', 'plays', 'play_events', 'questions'];
const EVENTS = 1_203;

/** The tables of 0.1, which the schema of today has no types for. */
type Old = Kysely<Schema>;

function line(seq: number): string {
  return JSON.stringify({
    seq,
    at: '2026-05-01T10:00:00.000Z',
    type: 'loop.pass_started',
    text: `Zeile ${seq} ✓`,
  });
}

const questionBody = (of: { playId: string | null; run: object | null }) =>
  JSON.stringify({
    id: 'q',
    ...of,
    protocol: of.run === null ? 'critic-loop' : 'theater',
    key: 'k',
    question: 'Which “one”?',
    issue: 'i',
    why: 'w',
    options: [{ label: 'a', description: '', pro: '', con: '' }],
    status: 'open',
    answer: null,
    answeredBy: null,
    askedAt: '2026-05-01T10:00:00.000Z',
    answeredAt: null,
    deadlineAt: null,
  });

async function oldFolder(): Promise<{ dataDir: string; file: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jury-old-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const file = join(dataDir, 'jury.db');
  const db = await openDatabase(file);
  await migrate(db, { target: OLD, dataDir });
  await sql`insert into projects values ('p-1', 'A project', '{"a":1}', '2026-05-01T09:00:00.000Z')`.execute(
    db,
  );
  await sql`insert into artifacts (id, project_id, created_at, critique_status) values ('a-1', 'p-1', '2026-05-01T09:00:00.000Z', 'failed')`.execute(
    db,
  );
  await sql`insert into runs values ('r-1', 'p-1', 'a-1', 'theater', 'failed', 'x', null, null, '{}',
    '{"kind":"brief","text":"a page"}', 6.5, 1, 'cli_exit_nonzero', null, 1, 2, 0.5, 0, 7, '2026-05-01T09:00:00.000Z',
    '2026-05-01T09:00:01.000Z', '2026-05-01T09:00:02.000Z', null, null)`.execute(db);
  await sql`insert into rounds values ('r-1', 1, 6.5, 1, 'continue', 'abc', 3, 'text/html')`.execute(db);
  await sql`insert into must_fixes values ('r-1', 'm', 'critic', 't', null, null, 'major', null, null, 1, null, 0)`.execute(
    db,
  );
  const play = (
    id: string,
    protocol: string,
    subject: string,
    status: string,
    state: string,
    events: number,
  ) =>
    sql`insert into plays values (${id}, ${protocol}, ${subject}, ${`Title of ${id}`}, ${status},
      ${status === 'ended' ? 'converged' : null}, ${status === 'ended' ? 0 : null}, '{"passes":3}', ${state}, ${events},
      null, null, ${`2026-05-01T10:00:0${id.at(-1)}.000Z`}, '2026-05-01T11:00:00.000Z',
      ${status === 'ended' ? '2026-05-01T11:00:00.000Z' : null})`.execute(db);
  await play('play-1', 'critic-loop', '/specs/a.md', 'waiting', '{"agent":"x","model":"m","pass":2}', EVENTS);
  await play('play-2', 'critic-loop', '/specs/a.md', 'ended', '{"pass":3}', 2);
  await play('play-3', 'convergence', 'task', 'running', 'null', 0);
  await play('play-4', 'content', 'idea', 'paused', '{}', 1);
  for (let seq = 1; seq <= EVENTS; seq++)
    await sql`insert into play_events values ('play-1', ${seq}, ${line(seq)})`.execute(db);
  for (const [id, seq] of [
    ['play-2', 1],
    ['play-2', 2],
    ['play-4', 1],
  ] as const)
    await sql`insert into play_events values (${id}, ${seq}, ${line(seq)})`.execute(db);
  const asks = questionBody({ playId: 'play-1', run: null });
  await sql`insert into questions values ('play-1.q', 'play-1', null, 'k', ${asks}, 'open', null, null,
    '2026-05-01T10:00:00.000Z', null, null)`.execute(db);
  const retry = questionBody({ playId: null, run: { projectId: 'p-1', runId: 'r-1', agents: [null, 'y'] } });
  await sql`insert into questions values ('r-1.retry', null, 'r-1', 'k', ${retry}, 'open', null, null,
    '2026-05-01T10:00:00.000Z', null, null)`.execute(db);
  await db.destroy();
  await mkdir(join(dataDir, 'plays', 'play-1', 'base'), { recursive: true });
  await writeFile(join(dataDir, 'plays', 'play-1', 'base', 'a.md'), '# before\n');
  await mkdir(join(dataDir, 'artifacts', 'a-1'), { recursive: true });
  await writeFile(join(dataDir, 'artifacts', 'a-1', 'transcript.ndjson'), '{}\n');
  return { dataDir, file };
}

async function rowsOf(db: Old): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const table of TABLES)
    all[table] = (await sql`select * from ${sql.table(table)} order by 1, 2`.execute(db)).rows;
  return all;
}

async function withOld<Result>(file: string, work: (db: Old) => Promise<Result>): Promise<Result> {
  const db = await openDatabase(file);
  try {
    return await work(db.withoutPlugins());
  } finally {
    await db.destroy();
  }
}

test('everything of a 0.1 folder goes up and down unchanged, and the database as it was lies beside it', async ({
  expect,
}) => {
  const { dataDir, file } = await oldFolder();
  const before = await withOld(file, rowsOf);

  const store = await openStore(file);
  const run = await store.getRun('play-1');
  expect(run).toMatchObject({
    protocol: 'loop',
    state: 'waiting',
    title: 'Title of play-1',
    subjectKey: '/specs/a.md',
    agent: 'x',
    model: 'm',
    eventBase: 0,
    eventCount: EVENTS,
  });
  // Two plays about one subject share a project, and their events one row of numbers.
  expect(await store.getRun('play-2')).toMatchObject({ projectId: run?.projectId, eventBase: EVENTS });
  expect(await store.checkpoint('play-1')).toEqual({
    seq: EVENTS,
    state: { agent: 'x', model: 'm', pass: 2 },
  });
  expect(await store.questions.list({ status: 'open' })).toMatchObject([
    { id: 'q', runId: 'play-1', retry: null, protocol: 'loop' },
    { id: 'q', runId: 'r-1', retry: { runId: 'r-1', agents: [null, 'y'] } },
  ]);
  await store.close();
  const log = await readFile(join(dataDir, 'artifacts', 'play-1', 'transcript.ndjson'), 'utf8');
  expect(log).toBe(Array.from({ length: EVENTS }, (_, index) => `${line(index + 1)}\n`).join(''));
  expect(await readFile(join(dataDir, 'artifacts', 'play-1', 'base', 'a.md'), 'utf8')).toBe('# before\n');
  expect(await readdir(join(dataDir, 'plays'))).toEqual([]);

  // The copy is a whole database that 0.1 opens.
  expect(await withOld(`${file}.${OLD}.bak`, rowsOf)).toEqual(before);

  await withOld(file, (db) => migrate(db, { target: OLD, dataDir }));
  expect(await withOld(file, rowsOf)).toEqual(before);
  expect(await readFile(join(dataDir, 'plays', 'play-1', 'base', 'a.md'), 'utf8')).toBe('# before\n');
  expect(await readdir(join(dataDir, 'artifacts'))).toEqual(['a-1']);

  // And up again.
  const again = await openStore(file);
  expect(await again.getRun('play-1')).toEqual({ ...run, projectId: expect.any(String) });
  await again.close();
  expect(await readFile(join(dataDir, 'artifacts', 'play-1', 'transcript.ndjson'), 'utf8')).toBe(log);
});

test('going down, the events of a log that was compressed are rows again', async ({ expect }) => {
  const { dataDir, file } = await oldFolder();
  const before = await withOld(file, rowsOf);
  await (await openStore(file)).close();
  const log = join(dataDir, 'artifacts', 'play-1', 'transcript.ndjson');
  await writeFile(`${log}.gz`, gzipSync(await readFile(log)));
  await rm(log);
  await withOld(file, (db) => migrate(db, { target: OLD, dataDir }));
  expect((await withOld(file, rowsOf)).play_events).toEqual(before.play_events);
});

test('a question asked since then can be read by 0.1 after going down', async ({ expect }) => {
  const { dataDir, file } = await oldFolder();
  const store = await openStore(file);
  const [, retry] = await store.questions.list({ status: 'open' });
  if (retry === undefined) throw new Error('there is no question');
  const asked = { ...retry, id: 'play-4.new', runId: 'play-4', retry: null, protocol: 'loop' };
  await store.questions.ask([asked, { ...retry, id: 'r-1.new' }]);
  await store.close();
  await withOld(file, (db) => migrate(db, { target: OLD, dataDir }));
  const { rows } = await withOld(file, (db) =>
    sql<{
      body_json: string;
    }>`select play_id, run_id, body_json from questions where id like '%.new' order by id`.execute(db),
  );
  expect(rows).toMatchObject([
    { play_id: 'play-4', run_id: null },
    { play_id: null, run_id: 'r-1' },
  ]);
  expect(rows.map(({ body_json }) => JSON.parse(body_json))).toMatchObject([
    { playId: 'play-4', run: null, protocol: 'critic-loop' },
    { playId: null, run: { projectId: 'p-1', runId: 'r-1', agents: [null, 'y'] } },
  ]);
});

test('a migration that stopped halfway through the files is done again', async ({ expect }) => {
  const { dataDir, file } = await oldFolder();
  // The folder was moved and its log half written when the process died; the transaction was rolled back.
  await mkdir(join(dataDir, 'artifacts', 'play-2'), { recursive: true });
  await writeFile(join(dataDir, 'artifacts', 'play-2', 'transcript.ndjson'), line(1).slice(0, 9));
  await (await openStore(file)).close();
  const log = await readFile(join(dataDir, 'artifacts', 'play-2', 'transcript.ndjson'), 'utf8');
  expect(log).toBe(`${line(1)}\n${line(2)}\n`);
});

test('going down, runs made since then keep their events and files, and have them when they go up again', async ({
  expect,
}) => {
  const { dataDir, file } = await oldFolder();
  const store = await openStore(file);
  const made = await store.getRun('play-2');
  if (made === null) throw new Error('there is no run');
  const artifactId = 'a-made-since';
  await store.insertRun({ ...made, id: 'r-made-since', artifactId, state: 'paused', eventCount: 2 });
  await store.close();
  const folder = join(dataDir, 'artifacts', artifactId);
  await mkdir(folder, { recursive: true });
  const log = `${line(1)}\n${line(2)}\n`;
  await writeFile(join(folder, 'transcript.ndjson'), log);
  await writeFile(join(folder, 'request.json'), '{"a":1}');

  await withOld(file, (db) => migrate(db, { target: OLD, dataDir }));
  const rows = (await withOld(file, rowsOf)).play_events as { play_id: string; line: string }[];
  expect(rows.flatMap((row) => (row.play_id === 'r-made-since' ? [row.line] : []))).toEqual([
    line(1),
    line(2),
  ]);

  await (await openStore(file)).close();
  const again = join(dataDir, 'artifacts', 'r-made-since');
  expect(await readFile(join(again, 'transcript.ndjson'), 'utf8')).toBe(log);
  expect(await readFile(join(again, 'request.json'), 'utf8')).toBe('{"a":1}');
});

test('after a migration that stopped halfway 0.1 may go on, and what it wrote goes up with the rest', async ({
  expect,
}) => {
  const { dataDir, file } = await oldFolder();
  // Moved, then rolled back; 0.1 was opened once more and wrote a file of the play where it looks for it.
  await mkdir(join(dataDir, 'artifacts', 'play-1', 'base'), { recursive: true });
  await writeFile(join(dataDir, 'artifacts', 'play-1', 'base', 'a.md'), '# older\n');
  await writeFile(join(dataDir, 'artifacts', 'play-1', 'base', 'b.md'), '# only here\n');
  await (await openStore(file)).close();
  const base = join(dataDir, 'artifacts', 'play-1', 'base');
  expect(await readFile(join(base, 'a.md'), 'utf8')).toBe('# before\n');
  expect(await readFile(join(base, 'b.md'), 'utf8')).toBe('# only here\n');
  expect(await readdir(join(dataDir, 'plays'))).toEqual([]);
});

test('a way down that stopped halfway through the files is done again', async ({ expect }) => {
  const { dataDir, file } = await oldFolder();
  const before = await withOld(file, rowsOf);
  await (await openStore(file)).close();
  // Moved when the process died; the transaction was rolled back.
  await rename(join(dataDir, 'artifacts', 'play-1'), join(dataDir, 'plays', 'play-1'));
  await withOld(file, (db) => migrate(db, { target: OLD, dataDir }));
  expect((await withOld(file, rowsOf)).play_events).toEqual(before.play_events);
});
