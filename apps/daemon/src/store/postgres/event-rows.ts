/** The events of all runs as rows. Appended in groups, by whoever has the run and nobody else. */
import type pg from 'pg';
import { StoreError, takenOver } from '../errors.ts';
import { isTaken } from './postgres-error.ts';

export interface AppendedGroup {
  runId: string;
  /** Null: whoever has the run, as for one that never began. */
  owner: string | null;
  firstSeq: number;
  lines: readonly string[];
}

/**
 * One statement: the run's row is looked at and held while the rows are added, so a claim that comes between waits, or is seen.
 * A number that is taken is an error of the whole group. `on conflict do nothing` would say it without one, but marks every
 * row as a guess first and then as meant: a quarter of the throughput, for what hardly ever happens.
 */
const APPEND = `with held as materialized (
    select 1 from runs where id = $1 and ($2::text is null or (owner = $2 and owned_until > 0)) for share
  )
  insert into events (run_id, seq, line)
  select $1, $3::bigint + n - 1, line from held, unnest($4::text[]) with ordinality as group_of(line, n)`;

/** `again`: it was tried before and nobody knows what came of it; rows that are there must be the same. */
export async function appendEvents(
  pool: Pick<pg.Pool, 'query'>,
  { runId, owner, firstSeq, lines }: AppendedGroup,
  again: boolean,
): Promise<void> {
  try {
    const { rowCount } = await pool.query({
      name: 'append-events',
      text: APPEND,
      values: [runId, owner, firstSeq, lines],
    });
    if (rowCount !== lines.length) throw takenOver(runId);
  } catch (error) {
    if (!isTaken(error)) throw error;
    const stored = again ? await linesFrom(pool, runId, firstSeq, lines.length) : [];
    if (stored.length !== lines.length || stored.some((line, index) => line !== lines[index]))
      throw new StoreError('conflict', `run ${runId} has other events from ${firstSeq} on already`, {
        cause: error,
      });
  }
}

async function linesFrom(
  pool: Pick<pg.Pool, 'query'>,
  runId: string,
  firstSeq: number,
  count: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    'select line from events where run_id = $1 and seq >= $2 and seq < $2::bigint + $3 order by seq',
    [runId, firstSeq, count],
  );
  return rows.map(({ line }) => line);
}

const PAGE = 500;

export interface EventRow {
  seq: number;
  line: string;
}

/** In pages, so that a long log is never in memory as a whole. */
export async function* readEventRows(
  pool: Pick<pg.Pool, 'query'>,
  runId: string,
  after: number,
): AsyncGenerator<EventRow> {
  for (let last = after; ; ) {
    const { rows } = await pool.query<EventRow>({
      name: 'read-events',
      text: `select seq, line from events where run_id = $1 and seq > $2 order by seq limit ${PAGE}`,
      values: [runId, last],
    });
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE) return;
    last = end.seq;
  }
}

export async function hasEvents(pool: Pick<pg.Pool, 'query'>, runId: string): Promise<boolean> {
  const { rows } = await pool.query('select 1 from events where run_id = $1 limit 1', [runId]);
  return rows.length > 0;
}

/** What was added to several runs since, in one question; each by its own cursor. */
export async function readNewEvents(
  pool: Pick<pg.Pool, 'query'>,
  cursors: ReadonlyMap<string, number>,
  limit: number,
): Promise<(EventRow & { runId: string })[]> {
  if (cursors.size === 0) return [];
  const { rows } = await pool.query<{ run_id: string; seq: number; line: string }>({
    name: 'new-events',
    text: `select e.run_id, e.seq, e.line from unnest($1::text[], $2::bigint[]) as followed(run_id, seq)
      cross join lateral (select run_id, seq, line from events
        where events.run_id = followed.run_id and events.seq > followed.seq order by seq limit $3) as e
      order by e.run_id, e.seq`,
    values: [[...cursors.keys()], [...cursors.values()], limit],
  });
  return rows.map(({ run_id, seq, line }) => ({ runId: run_id, seq, line }));
}
