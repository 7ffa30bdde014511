/** Rows of one machine's database into a fleet's. A run is one transaction; one that is there already is only compared. */
import { createHash } from 'node:crypto';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Schema } from '../schema.ts';
import type { Connection } from './connect.ts';
import { readEventRows } from './event-rows.ts';
import { type FileRow, inTransaction, listFiles, putParts } from './file-rows.ts';

const AT_ONCE = 500;

export interface ImportedFile extends FileRow {
  isFinal: boolean;
  parts(): AsyncIterable<Uint8Array>;
}

export interface RunSource {
  lines(): AsyncIterable<{ seq: number; line: string }>;
  files(): AsyncIterable<ImportedFile>;
}

export interface ImportedRun {
  wasThere: boolean;
  events: number;
  files: number;
  /** What is not the same on both sides, in a sentence; null where nothing is. */
  difference: string | null;
}

/** Projects, and keys with a time to live. Returns how many projects there are. */
export async function importShared(source: Kysely<Schema>, { db }: Connection): Promise<number> {
  const projects = await source.selectFrom('projects').selectAll().execute();
  for (const row of projects)
    await db
      .insertInto('projects')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  for (const row of await source.selectFrom('keyValues').selectAll().execute())
    await db
      .insertInto('keyValues')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
  return projects.length;
}

export async function importRun(
  source: Kysely<Schema>,
  { pool, db }: Connection,
  runId: string,
  from: RunSource,
): Promise<ImportedRun> {
  const there = await db.selectFrom('runs').select('artifactId').where('id', '=', runId).executeTakeFirst();
  const run = await source.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();
  if (there === undefined) await inTransaction(pool, (client) => insertAll(source, client, run, from));
  return { wasThere: there !== undefined, ...(await compare(pool, runId, run.artifactId, from)) };
}

async function insertAll(
  source: Kysely<Schema>,
  client: pg.PoolClient,
  run: Schema['runs'],
  from: RunSource,
): Promise<void> {
  const trx = kyselyOver(client);
  const { id: runId, artifactId } = run;
  const artifact = await source
    .selectFrom('artifacts')
    .selectAll()
    .where('id', '=', artifactId)
    .executeTakeFirstOrThrow();
  await trx.insertInto('artifacts').values(artifact).execute();
  // Whoever had it on the other machine has it no longer.
  await trx
    .insertInto('runs')
    .values({ ...run, owner: null, ownedUntil: null, ownsProject: 0 })
    .execute();
  for (const table of ['rounds', 'mustFixes', 'questions'] as const)
    for (const row of await source.selectFrom(table).selectAll().where('runId', '=', runId).execute())
      await trx
        .insertInto(table)
        .values(row as never)
        .execute();
  let group: { seq: number; line: string }[] = [];
  const flush = async (): Promise<void> => {
    await client.query(
      'insert into events (run_id, seq, line) select $1, seq, line from unnest($2::bigint[], $3::text[]) as rows(seq, line)',
      [runId, group.map(({ seq }) => seq), group.map(({ line }) => line)],
    );
    group = [];
  };
  for await (const line of from.lines()) if (group.push(line) >= AT_ONCE) await flush();
  await flush();
  for await (const { name, sha256, bytes, isFinal, parts } of from.files()) {
    await putParts(client, sha256, parts);
    await client.query(
      'insert into files (artifact_id, name, sha256, bytes, is_final) values ($1, $2, $3, $4, $5)',
      [artifactId, name, sha256, bytes, isFinal],
    );
  }
}

async function compare(
  pool: pg.Pool,
  runId: string,
  artifactId: string,
  from: RunSource,
): Promise<Omit<ImportedRun, 'wasThere'>> {
  const [ours, theirs] = [await hashOf(from.lines()), await hashOf(readEventRows(pool, runId, 0))];
  const stored = new Map((await listFiles(pool, artifactId)).map((file) => [file.name, file.sha256]));
  let files = 0;
  let difference =
    ours.sha256 === theirs.sha256 ? null : `${ours.count} events here, ${theirs.count} there, or others`;
  for await (const { name, sha256 } of from.files()) {
    files += 1;
    if (stored.get(name) !== sha256) difference ??= `${name} is another file there`;
  }
  return { events: ours.count, files, difference };
}

async function hashOf(lines: AsyncIterable<{ line: string }>): Promise<{ count: number; sha256: string }> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const { line } of lines) {
    hash.update(`${line}\n`);
    count += 1;
  }
  return { count, sha256: hash.digest('hex') };
}

/** The typed queries on the connection of a transaction. */
function kyselyOver(client: pg.PoolClient): Kysely<Schema> {
  const own = {
    connect: async () => ({ query: client.query.bind(client), release: () => {} }),
    end: async () => {},
  };
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: own as unknown as pg.Pool }),
    plugins: [new CamelCasePlugin()],
  });
}
