/** Connections to the database of a fleet: so many at most, each with our schema and limits of time. */
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { StoreError } from '../errors.ts';
import type { Schema } from '../schema.ts';
import { postgresError } from './postgres-error.ts';

/** Everything of ours is in it; the queue has its own beside it. */
export const SCHEMA = 'jury';
export const QUEUE_SCHEMA = 'jury_queue';

const CONNECT_MS = 5_000;
const SETTINGS = {
  search_path: SCHEMA,
  statement_timeout: '60s',
  lock_timeout: '20s',
  idle_in_transaction_session_timeout: '60s',
};

export interface ConnectOptions {
  /** Connections of this process for queries; one more listens. @default 10 */
  max?: number;
  /** As `pg_stat_activity` shows it. @default 'design-jury' */
  name?: string;
}

export interface Connection {
  readonly pool: pg.Pool;
  readonly db: Kysely<Schema>;
  /** Without its password. */
  readonly shownUrl: string;
  toError(error: unknown): StoreError;
  close(): Promise<void>;
}

export function connect(url: string, { max = 10, name = 'design-jury' }: ConnectOptions = {}): Connection {
  const pool = new pg.Pool({ ...clientOptions(url, name), max });
  // A connection that is lost while nobody uses it: the next query opens another, or says why it cannot.
  pool.on('error', () => {});
  // One that is lost while somebody has it, between two queries: the next of them says so. Nobody listening would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin()],
  });
  const shownUrl = shown(url);
  return {
    pool,
    db,
    shownUrl,
    toError: (error) => postgresError(error, shownUrl),
    close: () => db.destroy(),
  };
}

export function clientOptions(url: string, name: string): pg.ClientConfig {
  assertUrl(url);
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    options: Object.entries(SETTINGS)
      .map(([key, value]) => `-c ${key}=${value}`)
      .join(' '),
    types: { getTypeParser },
  };
}

const INT8 = 20;
const NUMERIC = 1700;

/** Counts and times are below 2^53; as text they would be compared as words. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: unknown) =>
  oid === INT8 || oid === NUMERIC
    ? (text: string) => Number(text)
    : pg.types.getTypeParser(oid, format as 'text');

function assertUrl(url: string): void {
  if (!/^postgres(?:ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new StoreError('other', 'OD_DATABASE_URL: write it as postgres://user:password@host:5432/database');
}

function shown(url: string): string {
  const { protocol, hostname, port, pathname } = new URL(url);
  return `${protocol}//${hostname}${port === '' ? '' : `:${port}`}${pathname}`;
}
