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
  const connection = connectionTo(database, file, options.lockWaitMs);
  const run = async (statement: string): Promise<void> => {
    await connection.executeQuery(CompiledQuery.raw(statement));
  };
  return {
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      // IMMEDIATE takes the write lock up front: a lock can then be waited for here and nowhere later.
      beginTransaction: () => run('begin immediate'),
      commitTransaction: () => run('commit'),
      async rollbackTransaction() {
        // SQLite has rolled back by itself after a full disk or an I/O error.
        if (database.isTransaction) await run('rollback');
      },
      releaseConnection: async () => {},
      async destroy() {
        if (database.isOpen) database.close();
      },
    }),
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

function connectionTo(database: DatabaseSync, file: string, lockWaitMs: number): DatabaseConnection {
  const prepared = new Map<string, { statement: StatementSync; givesRows: boolean }>();
  const prepare = (sql: string) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    if (prepared.size >= MAX_CACHED_STATEMENTS) prepared.clear();
    const statement = database.prepare(sql);
    // Asked once: the engine describes every column each time it is asked.
    const made = { statement, givesRows: givesRows(statement, sql) };
    prepared.set(sql, made);
    return made;
  };
  const execute = <Row>(query: CompiledQuery): QueryResult<Row> => {
    const { statement, givesRows: hasAnswer } = prepare(query.sql);
    const parameters = query.parameters.map(toInput);
    // Kysely's types describe the row; the engine cannot know them.
    if (hasAnswer) return { rows: statement.all(...parameters) as Row[] };
    const { changes } = statement.run(...parameters);
    return { numAffectedRows: BigInt(changes), rows: [] };
  };
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const deadline = performance.now() + lockWaitMs;
      for (;;) {
        try {
          return execute<Row>(query);
        } catch (error) {
          const failure = toStoreError(error, file);
          // Within a transaction the snapshot is taken: repeating one statement of it cannot help.
          const mayWait = failure.reason === 'locked' && !database.isTransaction;
          if (!mayWait || performance.now() >= deadline) throw failure;
          await sleep(RETRY_DELAY_MS);
        }
      }
    },
    streamQuery() {
      throw new StoreError('other', `${file}: streaming queries are not supported`);
    },
  };
}

const ANSWERS_WITH_ROWS = /^\s*(?:select|with|values|pragma|explain)\b|\breturning\b/i;

/** Node before 22.16 cannot say which columns a statement has. */
function givesRows(statement: StatementSync, sql: string): boolean {
  const { columns } = statement as Partial<StatementSync>;
  return columns === undefined ? ANSWERS_WITH_ROWS.test(sql) : columns.call(statement).length > 0;
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
