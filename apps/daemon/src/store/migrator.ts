/** Numbered SQL files, each with its way back: `0001_name.up.sql` and `0001_name.down.sql`. */
import { readdir, readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator, NO_MIGRATIONS } from 'kysely/migration';
import { StoreError, toStoreError } from './errors.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
const FILE_NAME = /^(\d{4}_[a-z0-9_]+)\.(up|down)\.sql$/;
const APPLIED_TABLE = 'schema_migrations';

/** To the newest, or to the named one; `null` undoes them all. All or nothing, in one transaction. */
export async function migrate<Schema>(db: Kysely<Schema>, target?: string | null): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: readMigrations },
    migrationTableName: APPLIED_TABLE,
    migrationLockTableName: `${APPLIED_TABLE}_lock`,
  });
  const { error } =
    target === undefined
      ? await migrator.migrateToLatest()
      : await migrator.migrateTo(target === null ? NO_MIGRATIONS : target);
  if (error !== undefined) throw toStoreError(error, 'migrations');
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const halves = new Map<string, { up?: string; down?: string }>();
  for (const file of (await readdir(FOLDER)).sort()) {
    const match = FILE_NAME.exec(file);
    const [, name, way] = match ?? [];
    if (name === undefined || (way !== 'up' && way !== 'down')) {
      throw new StoreError('other', `migrations/${file}: a migration is named 0001_name.up.sql or .down.sql`);
    }
    halves.set(name, { ...halves.get(name), [way]: await readFile(new URL(file, FOLDER), 'utf8') });
  }
  return Object.fromEntries([...halves].map(([name, half]) => [name, toMigration(name, half)]));
}

function toMigration(name: string, { up, down }: { up?: string; down?: string }): Migration {
  if (up === undefined || down === undefined) {
    throw new StoreError('other', `migrations/${name}: both .up.sql and .down.sql must exist`);
  }
  return { up: (db) => runScript(db, up), down: (db) => runScript(db, down) };
}

/** The engines prepare one statement at a time; in our files every statement ends a line with `;`. */
async function runScript<Schema>(db: Kysely<Schema>, script: string): Promise<void> {
  for (const statement of script.split(/;\s*$/m)) {
    if (statement.trim() !== '') await sql.raw(statement).execute(db);
  }
}
