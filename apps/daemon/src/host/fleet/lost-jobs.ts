/** Runs whose job is lost, and jobs whose worker is gone: any node finds them and sets them going again. */
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { QUEUE_SCHEMA } from '../../store/postgres/connect.ts';
import type { Host } from '../host.ts';
import { isGone } from '../lease.ts';
import { RUNS_QUEUE } from './boss.ts';

/** Whoever stores a run sends it within a moment. */
const LOST_AFTER_SECONDS = 15;
const MOST_AT_ONCE = 100;

/** A run that waits and has no job: whoever stored it died before it could be sent. */
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
  for (const { id } of rows) await host.sendAgain(id);
}

/** pg-boss sees after some seconds that a worker is silent. One of this machine that is gone is seen at once. */
export async function giveBackLeft(pool: Pick<pg.Pool, 'query'>, boss: PgBoss): Promise<void> {
  const { rows } = await pool.query<{ id: string; retryCount: number; owner: string }>(
    `select job.id, job.retry_count as "retryCount", runs.owner from ${QUEUE_SCHEMA}.job
     join runs on runs.id = job.data ->> 'runId'
     where job.name = $1 and job.state = 'active' and runs.owner is not null limit ${MOST_AT_ONCE}`,
    [RUNS_QUEUE],
  );
  const left = rows.filter(isGone).map(({ id, retryCount }) => ({ id, retryCount }));
  if (left.length > 0) await boss.fail(RUNS_QUEUE, left);
}
