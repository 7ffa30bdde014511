/** The embedded store: SQLite in WAL mode, one writer, migrated when opened. */
import { open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CamelCasePlugin, CompiledQuery, Kysely, sql, type Transaction } from 'kysely';
import { PRIVATE_FILE } from '../home/rights.ts';
import { ensureFolder } from './durable-file.ts';
import { damagedSentence, StoreError, toStoreError } from './errors.ts';
import { sqliteKeyValues } from './key-values.ts';
import { leaseStore } from './leases.ts';
import { migrate } from './migrator.ts';
import type { Schema } from './schema.ts';
import { openSqlite, type SqliteOptions, sqliteDialect } from './sqlite-dialect.ts';
import type { Store } from './store.ts';
import { storeOver } from './store-over.ts';

export type StoreOptions = Partial<SqliteOptions>;

const DEFAULTS: SqliteOptions = { lockWaitMs: 5_000 };

/** `:memory:` for a store that lasts as long as its process. */
export async function openStore(file: string, options: StoreOptions = {}): Promise<Store> {
  const db = await openDatabase(file, options);
  try {
    const dataDir = file === ':memory:' ? null : dirname(file);
    await migrate(db, { dataDir, backUp: (from) => backUp(db, file, from) });
  } catch (error) {
    await db.destroy();
    throw toStoreError(error, file);
  }
  return storeOver(db, {
    toError: (error) => toStoreError(error, file),
    durably: (work) => durably(db, work),
    leases: leaseStore(db),
    keyValues: sqliteKeyValues(db, Date.now),
  });
}

/** What a newer version changes can be put back by hand: the database as it was lies beside it. */
async function backUp(db: Kysely<Schema>, file: string, from: string): Promise<void> {
  if (file === ':memory:') return;
  const copy = `${file}.${from}.bak`;
  await rm(copy, { force: true });
  await makePrivate(copy);
  await sql`vacuum into ${copy}`.execute(db);
}

/** SQLite takes the rights of its journals from the database, and those of a new database from the process. */
async function makePrivate(file: string): Promise<void> {
  const handle = await open(file, 'ax', PRIVATE_FILE).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return null;
    throw error;
  });
  await handle?.close();
}

/** The bare database, not yet migrated. */
export async function openDatabase(file: string, options: StoreOptions = {}): Promise<Kysely<Schema>> {
  let db: Kysely<Schema> | null = null;
  try {
    // Asked first: of a folder it may not write to, SQLite says no more than "cannot open".
    if (file !== ':memory:') {
      await ensureFolder(dirname(file));
      await refuseFolder(file);
      await makePrivate(file);
    }
    const dialect = sqliteDialect(openSqlite(file), file, { ...DEFAULTS, ...options });
    db = new Kysely<Schema>({ dialect, plugins: [new CamelCasePlugin()] });
    await sql`pragma journal_mode = wal`.execute(db);
    await db.executeQuery(NORMAL);
    return db;
  } catch (error) {
    await db?.destroy();
    throw toStoreError(error, file);
  }
}

/** Of a folder in its place SQLite says no more than that it cannot open it. */
async function refuseFolder(file: string): Promise<void> {
  const info = await stat(file).catch(() => null);
  if (info !== null && !info.isFile())
    throw new StoreError('corrupt', damagedSentence(file, 'it is no file'));
}

const FULL = CompiledQuery.raw('pragma synchronous = full');
const NORMAL = CompiledQuery.raw('pragma synchronous = normal');

/**
 * NORMAL survives the death of the process, not a power cut; a verdict has to survive both. The level cannot
 * change inside a transaction, so the connection is held around it.
 */
function durably<Result>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await connection.executeQuery(FULL);
    try {
      return await connection.transaction().execute(work);
    } finally {
      await connection.executeQuery(NORMAL);
    }
  });
}
