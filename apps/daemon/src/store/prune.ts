/** Takes runs out of a database for good. Their folders are the caller's to remove. */
import { type Kysely, sql } from 'kysely';
import { isPostgres } from './dialect.ts';
import { StoreError } from './errors.ts';
import type { Schema } from './schema.ts';

export interface OldRun {
  id: string;
  artifactId: string;
  endedAt: string;
}

/** Over, and for so long. */
export async function runsEndedBefore(db: Kysely<Schema>, before: string): Promise<OldRun[]> {
  return db
    .selectFrom('runs')
    .select(['id', 'artifactId', 'endedAt'])
    .where('endedAt', '<', before)
    .orderBy('endedAt')
    .$narrowType<{ endedAt: string }>()
    .execute();
}

export async function deleteRun(db: Kysely<Schema>, id: string): Promise<void> {
  const run = await db
    .selectFrom('runs')
    .select(['id', 'artifactId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (run === undefined) throw new StoreError('missing', `there is no run ${id}`);
  await deleteRuns(db, [run]);
}

const MOST_AT_ONCE = 500;

export async function deleteRuns(
  db: Kysely<Schema>,
  runs: readonly Pick<OldRun, 'id' | 'artifactId'>[],
): Promise<void> {
  for (let from = 0; from < runs.length; from += MOST_AT_ONCE) {
    const part = runs.slice(from, from + MOST_AT_ONCE);
    const ids = part.map(({ id }) => id);
    await db.transaction().execute(async (trx) => {
      for (const table of ['rounds', 'mustFixes', 'questions'] as const)
        await trx.deleteFrom(table).where('runId', 'in', ids).execute();
      if (isPostgres(trx)) await deleteFleetRows(trx, part);
      await trx.updateTable('runs').set({ retryOf: null }).where('retryOf', 'in', ids).execute();
      await trx.deleteFrom('runs').where('id', 'in', ids).execute();
      await trx
        .deleteFrom('artifacts')
        .where(
          'id',
          'in',
          part.map(({ artifactId }) => artifactId),
        )
        .execute();
    });
  }
}

/** In a fleet log, pages and what was asked of a run are rows. A page's bytes go with the last run that has them. */
async function deleteFleetRows(
  trx: Kysely<Schema>,
  runs: readonly Pick<OldRun, 'id' | 'artifactId'>[],
): Promise<void> {
  const ids = sql.join(runs.map(({ id }) => id));
  const artifacts = sql.join(runs.map(({ artifactId }) => artifactId));
  await sql`delete from events where run_id in (${ids})`.execute(trx);
  await sql`delete from stop_requests where run_id in (${ids})`.execute(trx);
  const gone = await sql<{ sha256: string }>`
    delete from files where artifact_id in (${artifacts}) returning sha256`.execute(trx);
  const hashes = [...new Set(gone.rows.map(({ sha256 }) => sha256))];
  if (hashes.length > 0)
    await sql`delete from file_parts where sha256 in (${sql.join(hashes)})
      and not exists (select 1 from files where files.sha256 = file_parts.sha256)`.execute(trx);
}
