/** Writes that count only while their writer has the run. */
import type { Kysely } from 'kysely';
import { isPostgres } from './dialect.ts';
import { takenOver } from './errors.ts';
import type { Schema } from './schema.ts';

/**
 * Within the caller's transaction: the run stays its owner's until that is over. `ownedUntil` is 0 where another run of the
 * project has used the time that was over.
 */
export async function requireOwner(trx: Kysely<Schema>, runId: string, owner: string): Promise<void> {
  const held = await trx
    .selectFrom('runs')
    .select('id')
    .where('id', '=', runId)
    .where('owner', '=', owner)
    .where('ownedUntil', '>', 0)
    .$if(isPostgres(trx), (query) => query.forShare())
    .executeTakeFirst();
  if (held === undefined) throw takenOver(runId);
}

/** Without an owner it is written whoever has the run. */
export async function asOwner(
  db: Kysely<Schema>,
  runId: string,
  owner: string | undefined,
  write: (db: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  if (owner === undefined) return write(db);
  await db.transaction().execute(async (trx) => {
    await requireOwner(trx, runId, owner);
    await write(trx);
  });
}
