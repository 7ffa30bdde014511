/**
 * Leases of a fleet. Time is the database's, whatever clocks the nodes have, and of two claims that meet the second sees what
 * the first did: both hold the project's row. Whoever loses a project to another run is marked (`owned_until` 0), so that the
 * database refuses what it still writes.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { LeaseClaim, LeaseStore } from '../leases.ts';
import type { Schema } from '../schema.ts';

/** `caller`: the times that are named count, for cases that make up their own. */
export type LeaseTime = 'database' | 'caller';

const DATABASE_NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

export function postgresLeases(db: Kysely<Schema>, time: LeaseTime = 'database'): LeaseStore {
  const nowOf = (now: number): RawBuilder<number> =>
    time === 'database' ? DATABASE_NOW : sql<number>`${now}::bigint`;
  const untilOf = ({ now, until }: Pick<LeaseClaim, 'now' | 'until'>): RawBuilder<number> =>
    sql<number>`${nowOf(now)} + ${until - now}::bigint`;
  return {
    claim: (claim) =>
      db.transaction().execute(async (trx) => {
        const { runId, owner, now, gone, isAlone } = claim;
        if (isAlone) await holdProject(trx, runId);
        const { rows } = await sql`
          update runs set owner = ${owner}, owned_until = ${untilOf(claim)}, owns_project = ${isAlone ? 1 : 0}
          where id = ${runId}
            and (owner is null or owner = ${owner} or owned_until < ${nowOf(now)} or owner = any(${[...gone]}::text[]))
            and (${!isAlone} or ${isAloneIn(nowOf(now), gone)})
          returning id`.execute(trx);
        if (rows.length > 0 && isAlone) await evict(trx, runId, nowOf(now), gone);
        return rows.length > 0;
      }),
    renew: (renewal) =>
      db.transaction().execute(async (trx) => {
        const { runId, owner, now, gone } = renewal;
        await holdProject(trx, runId);
        const { rows } = await sql<{ ownsProject: number }>`
          update runs set owned_until = ${untilOf(renewal)}
          where id = ${runId} and owner = ${owner}
            and (owns_project = 0 or ${isAloneIn(nowOf(now), gone)})
          returning owns_project`.execute(trx);
        if (rows[0]?.ownsProject === 1) await evict(trx, runId, nowOf(now), gone);
        return rows.length > 0;
      }),
    async release(runId, owner) {
      await db
        .updateTable('runs')
        .set({ owner: null, ownedUntil: null, ownsProject: 0 })
        .where('id', '=', runId)
        .where('owner', '=', owner)
        .execute();
    },
    async holders(runId, now) {
      const { rows } = await sql<{ id: string; owner: string; ownedUntil: number }>`
        select id, owner, owned_until from runs
        where project_id = (select project_id from runs where id = ${runId})
          and owner is not null and owned_until >= ${nowOf(now)} and (id = ${runId} or owns_project = 1)`.execute(
        db,
      );
      return rows.map((row) => ({ runId: row.id, owner: row.owner, until: row.ownedUntil }));
    },
  };
}

/** Until the transaction is over nobody else claims or renews a run of the same project. */
async function holdProject(trx: Kysely<Schema>, runId: string): Promise<void> {
  await sql`select id from projects where id = (select project_id from runs where id = ${runId})
    for no key update`.execute(trx);
}

/** No other run of the project is under way. */
function isAloneIn(now: RawBuilder<number>, gone: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from runs as other
    where other.project_id = runs.project_id and other.id <> runs.id and other.owner is not null
      and other.owns_project = 1 and other.owned_until >= ${now} and other.owner <> all(${[...gone]}::text[]))`;
}

/** Those whose time is over, and those that are gone, write nothing more. */
async function evict(
  trx: Kysely<Schema>,
  runId: string,
  now: RawBuilder<number>,
  gone: readonly string[],
): Promise<void> {
  await sql`update runs set owned_until = 0
    where project_id = (select project_id from runs where id = ${runId}) and id <> ${runId}
      and owner is not null and owns_project = 1 and owned_until <> 0
      and (owned_until < ${now} or owner = any(${[...gone]}::text[]))`.execute(trx);
}
