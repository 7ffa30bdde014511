/**
 * What runs of other nodes say, onto this node's bus. A notice names the runs that have said something; their rows are read on
 * from where the last reading ended, together with those of other runs of the same projects, so that events of a project come in
 * the order of their ids. Once a second it is looked without a notice.
 */
import { STORE_CHANGED_EVENT } from '@design-jury/contracts/http';
import { INPUT_EVENT } from '@design-jury/contracts/run';
import type pg from 'pg';
import { type EventRow, readNewEvents } from '../../store/postgres/event-rows.ts';
import type { Notices } from '../../store/postgres/notices.ts';
import { isAway } from '../../store/postgres/postgres-error.ts';
import { isEndOf } from '../ending.ts';
import type { AnyProtocol } from '../protocol.ts';
import { type Bus, EVERY_PROJECT, type PublishedItem } from '../stream/bus.ts';
import type { Tail } from '../stream/tail.ts';
import { eventOf } from './fleet-log.ts';
import { hearNote } from './notes.ts';

const POLL_MS = 1_000;
const SETTLE_MS = 2;
/** Of one run in one reading. */
const PAGE = 500;
/** A run whose row was written so lately may have events that were not read. */
const LATELY_MS = 5_000;

export interface FleetTailOptions {
  pool: Pick<pg.Pool, 'query'>;
  notices: Notices;
  /** Of this node alone. */
  bus: Bus;
  nodeId: string;
  clock: () => number;
  protocol(id: string): Promise<AnyProtocol>;
  /** Runs of this node publish for themselves. */
  isOurs: (runId: string) => boolean;
  report: (error: unknown) => void;
}

interface SeenRun {
  id: string;
  projectId: string;
  protocol: string;
  isOver: boolean;
  eventBase: number;
  eventCount: number;
}

/**
 * The first argument names runs, the second a time: those, and others of their projects (or of all, by the third) that are under
 * way or changed since. Each part by an index, however many runs there are.
 */
const CHANGED = `with named as (select id, project_id from runs where id = any($1::text[])),
  lately as (select id, project_id from runs where state = 'running'
    union select id, project_id from runs where updated_at >= $2),
  wanted as (select id from named union select id from lately where $3 or project_id in (select project_id from named))
  select id, project_id as "projectId", protocol, state <> 'running' as "isOver", event_base as "eventBase",
    event_count as "eventCount"
  from runs where id in (select id from wanted) and event_base is not null
  order by event_base, created_at`;

export async function tailFleet(options: FleetTailOptions): Promise<Tail> {
  const { pool, notices, bus, clock, isOurs, report } = options;
  /** Up to which event it was published, by run. */
  const cursors = new Map<string, { seq: number; at: number }>();
  let dirty = new Set<string>();
  let lookAtAll = true;
  let hasStoreChanged = false;
  let isFirst = true;
  let isClosed = false;
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> = Promise.resolve();

  const wake = (): void => {
    if (timer !== null || isClosed) return;
    timer = setTimeout(() => {
      timer = null;
      void catchUp();
    }, SETTLE_MS);
    timer.unref();
  };
  const catchUp = (): Promise<void> => {
    looking = looking.then(look).catch((error: unknown) => {
      lookAtAll = true;
      if (!isAway(error)) report(error);
    });
    return looking;
  };
  const look = async (): Promise<void> => {
    if (isClosed) return;
    const [named, all] = [[...dirty], lookAtAll];
    dirty = new Set();
    lookAtAll = false;
    const since = new Date(clock() - LATELY_MS).toISOString();
    const { rows } = await pool.query<SeenRun>({
      name: 'changed',
      text: CHANGED,
      values: [named, since, all],
    });
    const runs = new Map(rows.filter(({ id }) => !isOurs(id)).map((run) => [run.id, run]));
    for (const run of runs.values())
      if (!cursors.has(run.id)) cursors.set(run.id, { seq: firstSeq(run), at: clock() });
    for (let more = runs.size > 0; more; ) more = await readOn(runs);
    for (const { id, isOver } of runs.values()) {
      const cursor = cursors.get(id);
      if (cursor !== undefined && !isOver) cursor.at = clock();
    }
    for (const [id, { at }] of cursors) if (at < clock() - 4 * LATELY_MS) cursors.delete(id);
    isFirst = false;
    if (hasStoreChanged) {
      hasStoreChanged = false;
      bus.announce({ projectId: EVERY_PROJECT, runId: '', name: STORE_CHANGED_EVENT, data: {} });
    }
  };
  /** What was said before we listened is in the log for whoever joins; a run that is new here is read from its beginning. */
  const firstSeq = ({ isOver, eventCount }: SeenRun): number => (isOver ? 0 : eventCount);
  const readOn = async (runs: ReadonlyMap<string, SeenRun>): Promise<boolean> => {
    const wanted = new Map([...runs.keys()].map((id) => [id, cursors.get(id)?.seq ?? 0]));
    const rows = await readNewEvents(pool, wanted, PAGE);
    const items: PublishedItem[] = [];
    for (const row of rows) {
      const run = runs.get(row.runId);
      const cursor = cursors.get(row.runId);
      if (run === undefined || cursor === undefined || cursor.seq !== row.seq - 1) continue;
      const item = itemOf(run, row);
      if (item !== null && !run.isOver && (await isEnd(run, item))) {
        // Who learns of the end must find the run ended: its row is written in a moment.
        dirty.add(row.runId);
        wake();
        continue;
      }
      cursor.seq = row.seq;
      if (item !== null) items.push(item);
    }
    for (const item of items.toSorted((one, other) => one.id - other.id))
      if (!isFirst && item.id > bus.lastId(item.projectId)) bus.publish(item);
    const counts = new Map<string, number>();
    for (const { runId } of rows) counts.set(runId, (counts.get(runId) ?? 0) + 1);
    return [...counts.values()].some((count) => count >= PAGE);
  };
  const isEnd = async ({ protocol }: SeenRun, { event }: PublishedItem): Promise<boolean> =>
    options.protocol(protocol).then(
      (known) => isEndOf(known)(event),
      () => false,
    );

  const forget = notices.hear((topics) => {
    for (const topic of topics) {
      if (topic === '*') lookAtAll = true;
      if (topic === '*' || topic === 'store') hasStoreChanged = true;
      if (topic.startsWith('event:')) dirty.add(topic.slice('event:'.length));
      if (topic.startsWith('note:')) hearNote(topic, bus, options.nodeId);
    }
    wake();
  });
  const poll = setInterval(() => {
    lookAtAll = true;
    wake();
  }, POLL_MS).unref();
  await catchUp();
  return {
    catchUp() {
      lookAtAll = true;
      return catchUp();
    },
    async close() {
      isClosed = true;
      clearInterval(poll);
      if (timer !== null) clearTimeout(timer);
      forget();
      await looking;
    },
  };
}

/** Null for what no client is sent. */
function itemOf({ id: runId, projectId, eventBase }: SeenRun, row: EventRow): PublishedItem | null {
  const event = eventOf(row);
  if (event === null || event.type === INPUT_EVENT) return null;
  return { projectId, runId, id: eventBase + event.seq, event, line: row.line };
}
