/** That somebody wants a run to stop, for whichever node performs it. The first word counts. */
import type pg from 'pg';

/** `recoveryReason` as the end of the run will say it; null where a person asked. */
export interface AskedStop {
  recoveryReason: string | null;
}

export async function askStop(
  pool: Pick<pg.Pool, 'query'>,
  runId: string,
  { recoveryReason }: AskedStop,
): Promise<void> {
  await pool.query('insert into stop_requests (run_id, reason) values ($1, $2) on conflict do nothing', [
    runId,
    recoveryReason,
  ]);
}

export async function askedStops(
  pool: Pick<pg.Pool, 'query'>,
  runIds: readonly string[],
): Promise<Map<string, AskedStop>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await pool.query<{ run_id: string; reason: string | null }>(
    'select run_id, reason from stop_requests where run_id = any($1::text[])',
    [runIds],
  );
  return new Map(rows.map(({ run_id, reason }) => [run_id, { recoveryReason: reason }]));
}
