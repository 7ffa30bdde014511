/**
 * `node:sqlite` behind Kysely. The engine is synchronous, so waiting for another process's lock inside it
 * would stop the event loop: it waits a few milliseconds there, and the rest of the bound asynchronously.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { StoreError, toStoreError } from './errors.ts';

export interface SqliteOptions {
  /** How long to wait in all for another process's lock. @defaultValue 5000 */
  lockWaitMs: number;
}

/** How long one attempt may block the event loop. */
const BUSY_TIMEOUT_MS = 10;
const RETRY_DELAY_MS = 20;
/** Queries are few and fixed; a bound all the same, as their text may hold a varying number of rows. */
const MAX_CACHED_STATEMENTS = 128;

export function openSqlite(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  return database;
}

export function sqliteDialect(database: DatabaseSync, file: string, options: SqliteOptions): Dialect {
  const connection = new SqliteConnection(database, file, options.lockWaitMs);
  return {
    createDriver: () => new SqliteDriver(connection, database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalDdlAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** SQLite rolls schema changes back like any other; Kysely's adapter does not count on it. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection;
  readonly #database: DatabaseSync;

  constructor(connection: SqliteConnection, database: DatabaseSync) {
    this.#connection = connection;
    this.#database = database;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  /** IMMEDIATE takes the write lock up front: a lock can then be waited for here and nowhere later. */
  async beginTransaction(): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw('commit'));
  }

  /** SQLite has rolled back by itself after a full disk or an I/O error. */
  async rollbackTransaction(): Promise<void> {
    if (this.#database.isTransaction) await this.#connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    if (this.#database.isOpen) this.#database.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #file: string;
  readonly #lockWaitMs: number;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, file: string, lockWaitMs: number) {
    this.#database = database;
    this.#file = file;
    this.#lockWaitMs = lockWaitMs;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const deadline = performance.now() + this.#lockWaitMs;
    for (;;) {
      try {
        return this.#execute<Row>(query);
      } catch (error) {
        const failure = toStoreError(error, this.#file);
        // Within a transaction the snapshot is taken: repeating one statement of it cannot help.
        const mayWait = failure.reason === 'locked' && !this.#database.isTransaction;
        if (!mayWait || performance.now() >= deadline) throw failure;
        await sleep(RETRY_DELAY_MS);
      }
    }
  }

  // biome-ignore lint/correctness/useYield: the contract asks for a generator; nothing here streams rows.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new StoreError('other', `${this.#file}: streaming queries are not supported`);
  }

  #execute<Row>(query: CompiledQuery): QueryResult<Row> {
    const statement = this.#prepare(query.sql);
    const parameters = query.parameters.map(toInput);
    if (statement.columns().length > 0) {
      // Kysely's types describe the row; the engine cannot know them.
      return { rows: statement.all(...parameters) as Row[] };
    }
    const { changes } = statement.run(...parameters);
    return { numAffectedRows: BigInt(changes), rows: [] };
  }

  #prepare(sql: string): StatementSync {
    const cached = this.#statements.get(sql);
    if (cached !== undefined) return cached;
    if (this.#statements.size >= MAX_CACHED_STATEMENTS) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function toInput(value: unknown): SQLInputValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
      return value;
    default:
      if (value === null || value instanceof Uint8Array) return value;
      throw new TypeError(`a ${typeof value} cannot be a SQL parameter`);
  }
}
