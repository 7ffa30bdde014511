/** A run that waits and has no job: whoever stored it died before it could be sent. Any node sends it. */
import type pg from 'pg';
import { QUEUE_SCHEMA } from '../../store/postgres/connect.ts';
import type { Host } from '../host.ts';
import { RUNS_QUEUE } from './boss.ts';

/** Whoever stores a run sends it within a moment. */
const LOST_AFTER_SECONDS = 15;
const MOST_AT_ONCE = 100;

export async function resendLost(pool: Pick<pg.Pool, 'query'>, host: Host): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select runs.id from runs where runs.state in ('queued', 'running')
       and (runs.owner is null or runs.owned_until < (extract(epoch from clock_timestamp()) * 1000)::bigint)
       and runs.updated_at < to_char((now() - make_interval(secs => $1)) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
       and not exists (select 1 from ${QUEUE_SCHEMA}.job where name = $2 and state <= 'active' and singleton_key = runs.project_id
         and data ->> 'runId' = runs.id)
     order by runs.created_at limit ${MOST_AT_ONCE}`,
    [LOST_AFTER_SECONDS, RUNS_QUEUE],
  );
  for (const { id } of rows) await host.sendAgain(id).catch(() => {});
}
