/** Takes runs out of a database for good. Their folders are the caller's to remove. */
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export interface OldRun {
  id: string;
  artifactId: string;
  endedAt: string;
}

/** Over, and for so long. */
export async function runsEndedBefore(db: Kysely<Schema>, before: string): Promise<OldRun[]> {
  const rows = await db
    .selectFrom('runs')
    .select(['id', 'artifact_id', 'ended_at'])
    .where('ended_at', 'is not', null)
    .where('ended_at', '<', before)
    .orderBy('ended_at')
    .execute();
  return rows.map((row) => ({ id: row.id, artifactId: row.artifact_id, endedAt: row.ended_at ?? '' }));
}

const MOST_AT_ONCE = 500;

export async function deleteRuns(db: Kysely<Schema>, runs: readonly OldRun[]): Promise<void> {
  for (let from = 0; from < runs.length; from += MOST_AT_ONCE) {
    const part = runs.slice(from, from + MOST_AT_ONCE);
    const ids = part.map(({ id }) => id);
    await db.transaction().execute(async (trx) => {
      for (const table of ['rounds', 'must_fixes', 'questions'] as const)
        await trx.deleteFrom(table).where('run_id', 'in', ids).execute();
      await trx.updateTable('runs').set({ retry_of: null }).where('retry_of', 'in', ids).execute();
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
