/**
 * Who has a run: one process at a time, for as long as it renews. A project has one run under way, whichever process
 * has it: the claim looks at both in one statement.
 */
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export interface LeaseClaim {
  runId: string;
  owner: string;
  /** Milliseconds since the epoch. */
  now: number;
  until: number;
  /** Owners that are known to be gone, whatever time they had left. */
  gone: readonly string[];
  /** Whether no other run of the project may be under way: a run that waits or is only ended needs no such thing. */
  isAlone: boolean;
}

export interface LeaseHolder {
  runId: string;
  owner: string;
  until: number;
}

export interface LeaseStore {
  /**
   * True when nobody else has the run, nor, where it wants to be alone, another run of its project alone. The same owner
   * may claim again.
   */
  claim(claim: LeaseClaim): Promise<boolean>;
  /**
   * False when somebody else has it by now, or, where it was alone, another run of its project is alone: what this owner
   * does from here on does not count. A time that is over can be renewed while nobody has used it.
   */
  renew(renewal: Omit<LeaseClaim, 'isAlone'>): Promise<boolean>;
  release(runId: string, owner: string): Promise<void>;
  /** Who has the run, and who has one of its project under way: those that only wait there keep nobody from anything. */
  holders(runId: string, now: number): Promise<LeaseHolder[]>;
}

export function leaseStore(db: Kysely<Schema>): LeaseStore {
  return {
    async claim({ runId, owner, now, until, gone, isAlone }) {
      const ignored = gone.length === 0 ? [''] : gone;
      const changed = await db
        .updateTable('runs')
        .set({ owner, ownedUntil: until, ownsProject: isAlone ? 1 : 0 })
        .where('id', '=', runId)
        .where((eb) =>
          eb.or([
            eb('owner', 'is', null),
            eb('owner', '=', owner),
            eb('ownedUntil', '<', now),
            eb('owner', 'in', ignored),
          ]),
        )
        .$if(isAlone, (query) => query.where((eb) => isAloneIn(eb, now, ignored)))
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    },
    async renew({ runId, owner, now, until, gone }) {
      const changed = await db
        .updateTable('runs')
        .set({ ownedUntil: until })
        .where('id', '=', runId)
        .where('owner', '=', owner)
        .where((eb) => eb.or([eb('ownsProject', '=', 0), isAloneIn(eb, now, ['', ...gone])]))
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    },
    async release(runId, owner) {
      await db
        .updateTable('runs')
        .set({ owner: null, ownedUntil: null, ownsProject: 0 })
        .where('id', '=', runId)
        .where('owner', '=', owner)
        .execute();
    },
    async holders(runId, now) {
      const rows = await db
        .selectFrom('runs')
        .select(['id', 'owner', 'ownedUntil'])
        .where('projectId', '=', (eb) =>
          eb.selectFrom('runs as asked').select('asked.projectId').where('asked.id', '=', runId),
        )
        .where('owner', 'is not', null)
        .where('ownedUntil', '>=', now)
        .where((eb) => eb.or([eb('id', '=', runId), eb('ownsProject', '=', 1)]))
        .execute();
      return rows.map((row) => ({ runId: row.id, owner: row.owner ?? '', until: row.ownedUntil ?? 0 }));
    },
  };
}

/** No other run of the project is under way. */
function isAloneIn(
  { not, exists, selectFrom }: ExpressionBuilder<Schema, 'runs'>,
  now: number,
  ignored: readonly string[],
) {
  return not(
    exists(
      selectFrom('runs as other')
        .select('other.id')
        .whereRef('other.projectId', '=', 'runs.projectId')
        .whereRef('other.id', '<>', 'runs.id')
        .where('other.owner', 'is not', null)
        .where('other.ownsProject', '=', 1)
        .where('other.ownedUntil', '>=', now)
        .where('other.owner', 'not in', ignored),
    ),
  );
}
