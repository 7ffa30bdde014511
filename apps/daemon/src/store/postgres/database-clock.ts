/** The database's clock, as this process can tell it: its own with the difference it measures now and then. */
import type pg from 'pg';

const MEASURE_AGAIN_MS = 60_000;

export interface DatabaseClock {
  /** Milliseconds since the epoch. */
  now(): number;
  close(): void;
}

export async function databaseClock(pool: Pick<pg.Pool, 'query'>): Promise<DatabaseClock> {
  let difference = 0;
  const measure = async (): Promise<void> => {
    const asked = performance.now();
    const { rows } = await pool.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms',
    );
    const halfWay = (performance.now() - asked) / 2;
    difference = Math.round((rows[0]?.ms ?? Date.now()) + halfWay - Date.now());
  };
  await measure();
  const timer = setInterval(() => void measure().catch(() => {}), MEASURE_AGAIN_MS).unref();
  return { now: () => Date.now() + difference, close: () => clearInterval(timer) };
}
