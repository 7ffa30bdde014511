/**
 * Who plays a run: one process at a time, for as long as it renews. A project has one run under way, whichever process
 * plays it: the claim looks at both in one statement.
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
  /** Who has the run, and who plays in its project: those that only wait there keep nobody from anything. */
  holders(runId: string, now: number): Promise<LeaseHolder[]>;
}

export function leaseStore(db: Kysely<Schema>): LeaseStore {
  return {
    async claim({ runId, owner, now, until, gone, isAlone }) {
      const ignored = gone.length === 0 ? [''] : gone;
      const changed = await db
        .updateTable('runs')
        .set({ owner, owned_until: until, owns_project: isAlone ? 1 : 0 })
        .where('id', '=', runId)
        .where((eb) =>
          eb.or([
            eb('owner', 'is', null),
            eb('owner', '=', owner),
            eb('owned_until', '<', now),
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
        .set({ owned_until: until })
        .where('id', '=', runId)
        .where('owner', '=', owner)
        .where((eb) => eb.or([eb('owns_project', '=', 0), isAloneIn(eb, now, ['', ...gone])]))
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    },
    async release(runId, owner) {
      await db
        .updateTable('runs')
        .set({ owner: null, owned_until: null, owns_project: 0 })
        .where('id', '=', runId)
        .where('owner', '=', owner)
        .execute();
    },
    async holders(runId, now) {
      const rows = await db
        .selectFrom('runs')
        .select(['id', 'owner', 'owned_until'])
        .where('project_id', '=', (eb) =>
          eb.selectFrom('runs as asked').select('asked.project_id').where('asked.id', '=', runId),
        )
        .where('owner', 'is not', null)
        .where('owned_until', '>=', now)
        .where((eb) => eb.or([eb('id', '=', runId), eb('owns_project', '=', 1)]))
        .execute();
      return rows.map((row) => ({ runId: row.id, owner: row.owner ?? '', until: row.owned_until ?? 0 }));
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
        .whereRef('other.project_id', '=', 'runs.project_id')
        .whereRef('other.id', '<>', 'runs.id')
        .where('other.owner', 'is not', null)
        .where('other.owns_project', '=', 1)
        .where('other.owned_until', '>=', now)
        .where('other.owner', 'not in', ignored),
    ),
  );
}
