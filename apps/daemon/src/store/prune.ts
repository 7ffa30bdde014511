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
  return db
    .selectFrom('runs')
    .select(['id', 'artifactId', 'endedAt'])
    .where('endedAt', '<', before)
    .orderBy('endedAt')
    .$narrowType<{ endedAt: string }>()
    .execute();
}

const MOST_AT_ONCE = 500;

export async function deleteRuns(db: Kysely<Schema>, runs: readonly OldRun[]): Promise<void> {
  for (let from = 0; from < runs.length; from += MOST_AT_ONCE) {
    const part = runs.slice(from, from + MOST_AT_ONCE);
    const ids = part.map(({ id }) => id);
    await db.transaction().execute(async (trx) => {
      for (const table of ['rounds', 'mustFixes', 'questions'] as const)
        await trx.deleteFrom(table).where('runId', 'in', ids).execute();
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
