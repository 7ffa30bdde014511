/** Numbered SQL files, each with its way back: `0001_name.up.sql` and `0001_name.down.sql`. */
import { readdir, readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { StoreError, toStoreError } from './errors.ts';
import { foldersToPlays, playsToFolders } from './play-files.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
const FILE_NAME = /^(\d{4}_[a-z0-9_]+)\.(up|down)\.sql$/;
const APPLIED_TABLE = 'schema_migrations';

/** What of a migration lies in files beside the database. */
interface FileStep {
  beforeUp<Schema>(db: Kysely<Schema>, dataDir: string): Promise<void>;
  aroundDown<Schema>(db: Kysely<Schema>, dataDir: string, runScript: () => Promise<void>): Promise<void>;
}
const FILE_STEPS: Readonly<Record<string, FileStep>> = {
  '0007_one_run': { beforeUp: playsToFolders, aroundDown: foldersToPlays },
};

export interface MigrateOptions {
  /** @default the newest; `null` undoes them all */
  target?: string | null | undefined;
  /** The folder of the database; null for one in memory, which has no files. @default null */
  dataDir?: string | null;
  /** Called before anything changes in a database that holds something. */
  backUp?: (from: string) => Promise<void>;
}

/** All or nothing, in one transaction. */
export async function migrate<Schema>(
  named: Kysely<Schema>,
  { target, dataDir = null, backUp }: MigrateOptions = {},
): Promise<void> {
  // Older schemas are known by the names they have in the database.
  const db = named.withoutPlugins();
  const [known, applied] = [await migrationFiles(), await appliedNames(db)];
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new StoreError(
      'other',
      `this data folder was written by a newer version of Design Jury (it knows ${unknown.join(', ')}); ` +
        'update Design Jury, or use another folder with --data',
    );
  }
  // Nearly every start ends here, without Kysely's migrator.
  if (target === undefined && applied.length === known.size) return;
  const from = applied.at(-1);
  if (from !== undefined) await backUp?.(from);
  const { Migrator, NO_MIGRATIONS } = await import('kysely/migration');
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => readMigrations(known, dataDir) },
    migrationTableName: APPLIED_TABLE,
    migrationLockTableName: `${APPLIED_TABLE}_lock`,
  });
  const { error } =
    target === undefined
      ? await migrator.migrateToLatest()
      : await migrator.migrateTo(target === null ? NO_MIGRATIONS : target);
  if (error !== undefined) throw toStoreError(error, 'migrations');
}

/** In the order they were applied; none in a database that is new. */
async function appliedNames<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const tables = await sql`select 1 from sqlite_schema where name = ${APPLIED_TABLE}`.execute(db);
  if (tables.rows.length === 0) return [];
  const applied = await sql<{ name: string }>`select name from ${sql.table(APPLIED_TABLE)}`.execute(db);
  return applied.rows.map(({ name }) => name);
}

type Halves = ReadonlyMap<string, { up?: string; down?: string }>;

/** The files of each migration, by its name. */
async function migrationFiles(): Promise<Halves> {
  const halves = new Map<string, { up?: string; down?: string }>();
  for (const file of (await readdir(FOLDER)).sort()) {
    const match = FILE_NAME.exec(file);
    const [, name, way] = match ?? [];
    if (name === undefined || (way !== 'up' && way !== 'down')) {
      throw new StoreError('other', `migrations/${file}: a migration is named 0001_name.up.sql or .down.sql`);
    }
    halves.set(name, { ...halves.get(name), [way]: file });
  }
  return halves;
}

async function readMigrations(files: Halves, dataDir: string | null): Promise<Record<string, Migration>> {
  const read = (file: string | undefined): Promise<string> | undefined =>
    file === undefined ? undefined : readFile(new URL(file, FOLDER), 'utf8');
  const migrations: Record<string, Migration> = {};
  for (const [name, { up, down }] of files)
    migrations[name] = toMigration(name, { up: await read(up), down: await read(down) }, dataDir);
  return migrations;
}

function toMigration(
  name: string,
  { up, down }: Record<'up' | 'down', string | undefined>,
  dataDir: string | null,
): Migration {
  if (up === undefined || down === undefined) {
    throw new StoreError('other', `migrations/${name}: both .up.sql and .down.sql must exist`);
  }
  const files = dataDir === null ? undefined : FILE_STEPS[name];
  return {
    async up(db) {
      if (dataDir !== null) await files?.beforeUp(db, dataDir);
      await runScript(db, up);
    },
    async down(db) {
      if (dataDir === null || files === undefined) await runScript(db, down);
      else await files.aroundDown(db, dataDir, () => runScript(db, down));
    },
  };
}

/** The engines prepare one statement at a time; in our files every statement ends a line with `;`. */
async function runScript<Schema>(db: Kysely<Schema>, script: string): Promise<void> {
  for (const statement of script.split(/;\s*$/m)) {
    if (statement.trim() !== '') await sql.raw(statement).execute(db);
  }
}
