/** Keys with a time to live, for steps that any process may resume. SQLite here; Redis where one is named. */
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export interface KeyValues {
  /** Null when it was never set, was deleted, or has run out. */
  get(key: string): Promise<string | null>;
  /** @param ttlSeconds null keeps it for ever */
  set(key: string, value: string, ttlSeconds: number | null): Promise<void>;
  /** True when the key was free: the way to take a lock. */
  setIfAbsent(key: string, value: string, ttlSeconds: number): Promise<boolean>;
  delete(key: string): Promise<void>;
  /** Keys that begin with `prefix` and have not run out, in order. */
  keys(prefix: string, limit: number): Promise<string[]>;
  /** Deletes it only while it still holds `value`: a lock that ran out belongs to somebody else. */
  deleteIf(key: string, value: string): Promise<boolean>;
}

const SWEEP_LIMIT = 1_000;

export function sqliteKeyValues(db: Kysely<Schema>, clock: () => number): KeyValues {
  const expiry = (ttlSeconds: number | null): number | null =>
    ttlSeconds === null ? null : clock() + ttlSeconds * 1_000;
  return {
    async get(key) {
      const row = await db.selectFrom('keyValues').selectAll().where('key', '=', key).executeTakeFirst();
      return row === undefined || isOver(row.expiresAt, clock()) ? null : row.value;
    },
    async set(key, value, ttlSeconds) {
      const expiresAt = expiry(ttlSeconds);
      await db
        .insertInto('keyValues')
        .values({ key, value, expiresAt })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, expiresAt }))
        .execute();
      await sweep(db, clock());
    },
    setIfAbsent: (key, value, ttlSeconds) =>
      db.transaction().execute(async (trx) => {
        await trx.deleteFrom('keyValues').where('key', '=', key).where('expiresAt', '<=', clock()).execute();
        const inserted = await trx
          .insertInto('keyValues')
          .values({ key, value, expiresAt: expiry(ttlSeconds) })
          .onConflict((conflict) => conflict.column('key').doNothing())
          .executeTakeFirst();
        return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
      }),
    async delete(key) {
      await db.deleteFrom('keyValues').where('key', '=', key).execute();
    },
    async keys(prefix, limit) {
      const rows = await db
        .selectFrom('keyValues')
        .select('key')
        .where('key', '>=', prefix)
        .where('key', '<', `${prefix}\u{10ffff}`)
        .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', clock())]))
        .orderBy('key')
        .limit(limit)
        .execute();
      return rows.map(({ key }) => key);
    },
    async deleteIf(key, value) {
      const gone = await db
        .deleteFrom('keyValues')
        .where('key', '=', key)
        .where('value', '=', value)
        .executeTakeFirst();
      return gone.numDeletedRows > 0n;
    },
  };
}

function isOver(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** What ran out is removed in passing, a bounded number at a time. */
async function sweep(db: Kysely<Schema>, now: number): Promise<void> {
  const over = db.selectFrom('keyValues').select('key').where('expiresAt', '<=', now).limit(SWEEP_LIMIT);
  await db.deleteFrom('keyValues').where('key', 'in', over).execute();
}
