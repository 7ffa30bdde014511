/** The schema of a fleet's database: numbered SQL files with their way back, applied under one lock. */

import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { juryCommand } from '../../command-name.ts';
import { StoreError } from '../errors.ts';
import { SCHEMA } from './connect.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
const FILE_NAME = /^(\d{4}_[a-z0-9_]+)\.(up|down)\.sql$/;
/** Any number that no other program takes: whoever migrates holds it. */
const LOCK = 0x6a757279;
/** Nodes that were seen so lately still run. */
const NODE_SECONDS = 30;

export interface SchemaStatus {
  applied: string[];
  /** Known here and not applied. */
  pending: string[];
  /** Applied and not known here: a newer version of us did it. */
  unknown: string[];
}

export async function schemaStatus(db: Pick<pg.Pool, 'query'>): Promise<SchemaStatus> {
  const known = (await names()).toSorted();
  const applied = await appliedNames(db);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** Rejects with a sentence where the schema is not this version's. */
export async function requireSchema(db: Pick<pg.Pool, 'query'>): Promise<void> {
  const { pending, unknown } = await schemaStatus(db);
  if (unknown.length > 0) throw newer(unknown);
  if (pending.length > 0)
    throw new StoreError(
      'other',
      `the database lacks ${pending.join(', ')}: run \`${juryCommand()} db migrate\` once, with every node stopped`,
    );
}

/** All or nothing. Refused while nodes run: they would write what the new schema does not know. */
export async function migrateSchema(
  pool: pg.Pool,
  { to = 'newest' }: { to?: 'newest' | 'empty' } = {},
): Promise<SchemaStatus> {
  const client = await pool.connect();
  try {
    await client.query(`create schema if not exists ${SCHEMA}`);
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const { applied, pending, unknown } = await schemaStatus(client);
    if (unknown.length > 0) throw newer(unknown);
    if (applied.length > 0 && (to === 'empty' || pending.length > 0)) await refuseBesideNodes(client);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    for (const name of to === 'newest' ? pending : applied.toReversed()) {
      await client.query(
        await readFile(new URL(`${name}.${to === 'newest' ? 'up' : 'down'}.sql`, FOLDER), 'utf8'),
      );
      await client.query(
        to === 'newest'
          ? 'insert into schema_migrations (name) values ($1)'
          : 'delete from schema_migrations where name = $1',
        [name],
      );
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
  return schemaStatus(pool);
}

async function refuseBesideNodes(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select id from nodes where state <> 'gone' and seen_at > now() - make_interval(secs => $1) order by id`,
    [NODE_SECONDS],
  );
  if (rows.length > 0)
    throw new StoreError(
      'conflict',
      `${rows.length} ${rows.length === 1 ? 'node runs' : 'nodes run'} on this database (${rows.map(({ id }) => id).join(', ')}); stop them, then migrate`,
    );
}

async function names(): Promise<string[]> {
  const found = (await readdir(FOLDER)).map((file) => FILE_NAME.exec(file)?.[1]);
  return [...new Set(found.filter((name) => name !== undefined))];
}

async function appliedNames(db: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const table = await db.query<{ found: string | null }>('select to_regclass($1) as found', [
    `${SCHEMA}.schema_migrations`,
  ]);
  if (table.rows[0]?.found == null) return [];
  const { rows } = await db.query<{ name: string }>('select name from schema_migrations order by name');
  return rows.map(({ name }) => name);
}

function newer(unknown: readonly string[]): StoreError {
  return new StoreError(
    'other',
    `the database was written by a newer version of Design Jury (it knows ${unknown.join(', ')}); update Design Jury on this node`,
  );
}
