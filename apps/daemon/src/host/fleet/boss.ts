/** pg-boss as this product uses it: one queue, strict order per project, over the connections of the node. */
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { QUEUE_SCHEMA } from '../../store/postgres/connect.ts';
import { isAway } from '../../store/postgres/postgres-error.ts';

export const RUNS_QUEUE = 'runs';

/** A worker that says nothing for so long has lost its job. pg-boss takes no less than 10. */
const HEARTBEAT_SECONDS = 15;
const SUPERVISE_SECONDS = 5;
/** pg-boss takes no more than a day; no run lasts as long. */
const EXPIRE_SECONDS = 24 * 3_600 - 1;
/** A job that waits longer than a year is sent anew from its run. */
const WAIT_SECONDS = 365 * 24 * 3_600;
/** What is over is data of the run; the job is only kept to look at. */
const KEEP_SECONDS = 3_600;
/** A failed job would block its project for good: the outcome of a run is never a failure of its job. */
const RETRIES = 1_000_000;

export interface BossOptions {
  pool: Pick<pg.Pool, 'query'>;
  report: (error: unknown) => void;
  /** Watches over jobs whose worker is gone. @default true */
  supervise?: boolean;
  /** Makes or changes its tables; only `jury db migrate` does. @default false */
  migrate?: boolean;
}

export async function openBoss({
  pool,
  report,
  supervise = true,
  migrate = false,
}: BossOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: QUEUE_SCHEMA,
    migrate,
    createSchema: migrate,
    supervise,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    schedule: false,
  });
  // A database that is away is told by readiness; pg-boss would say it again every few seconds.
  boss.on('error', (error) => {
    if (!isAway(error)) report(error);
  });
  await boss.start();
  return boss;
}

/** Part of the migration of the database. */
export async function makeQueue(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const boss = await openBoss({ pool, report: () => {}, supervise: false, migrate: true });
  try {
    await boss.createQueue(RUNS_QUEUE, {
      policy: 'key_strict_fifo',
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: EXPIRE_SECONDS,
      retentionSeconds: WAIT_SECONDS,
      deleteAfterSeconds: KEEP_SECONDS,
      retryLimit: RETRIES,
      retryDelay: 1,
    });
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** How often a worker says that it has its jobs. */
export const TOUCH_MS = (HEARTBEAT_SECONDS * 1_000) / 5;
