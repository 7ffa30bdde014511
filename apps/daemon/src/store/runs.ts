import { EXIT } from '@design-jury/contracts/exit-codes';
import type { RunFigures } from '@design-jury/contracts/ops';
import {
  isOpen,
  isTheaterRun,
  OPEN_STATES,
  type RunFilter,
  type RunOutcome,
  type RunRecord,
} from '@design-jury/contracts/run';
import { type ExpressionBuilder, type ExpressionWrapper, type Kysely, sql } from 'kysely';
import { StoreError, takenOver } from './errors.ts';
import { pageLimit } from './page.ts';
import { readable, toRun, toRunRow } from './rows.ts';
import { withdrawOlder } from './run-questions.ts';
import type { Schema } from './schema.ts';
import type { Checkpoint, FirstLease, Page, RunPatch } from './store.ts';

const readableRun = readable(toRun);

/** In the queue or under way: what a restart has to look at. */
const LIVE_STATES = ['queued', 'running'] as const;

export async function insertRun(
  db: Kysely<Schema>,
  record: RunRecord,
  lease: FirstLease | null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('artifacts')
      .values({
        id: record.artifactId,
        projectId: record.projectId,
        createdAt: record.createdAt,
        critiqueScore: null,
        critiqueRoundsJson: null,
        critiqueTranscriptPath: null,
        critiqueStatus: null,
        critiqueProtocolVersion: null,
      })
      .execute();
    const owned = lease === null ? {} : { owner: lease.owner, ownedUntil: lease.until };
    await trx
      .insertInto('runs')
      .values({ ...toRunRow(record), ...owned })
      .execute();
    if (isTheaterRun(record)) await withdrawOlder(trx, record, record.createdAt);
  });
}

export async function updateRun(
  db: Kysely<Schema>,
  id: string,
  patch: RunPatch,
  owner?: string,
): Promise<void> {
  if (Object.values(patch).every((value) => value === undefined)) return;
  let query = db.updateTable('runs').set(patch).where('id', '=', id);
  if (patch.state !== undefined) query = query.where('state', 'in', OPEN_STATES);
  if (owner !== undefined) query = query.where('owner', '=', owner).where('ownedUntil', '>', 0);
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  const run = await getRun(db, id);
  if (run === null) throw new StoreError('missing', `there is no run ${id}`);
  if (owner !== undefined && isOpen(run.state)) throw takenOver(id);
  throw new StoreError('conflict', `run ${id} is over (${run.state}) and cannot become ${patch.state}`);
}

export async function getRun(db: Kysely<Schema>, id: string): Promise<RunRecord | null> {
  const row = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toRun(row);
}

export async function listRuns(db: Kysely<Schema>, projectId: string, page: Page): Promise<RunRecord[]> {
  let query = db
    .selectFrom('runs')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageLimit(page));
  if (page.before !== undefined) {
    const last = await getRun(db, page.before);
    if (last === null) throw new StoreError('missing', `there is no run ${page.before} to continue after`);
    query = query.where((eb) => eb(eb.refTuple('createdAt', 'id'), '<', eb.tuple(last.createdAt, last.id)));
  }
  return (await query.execute()).flatMap(readableRun);
}

/** Of all projects, newest first. */
export async function listAllRuns(
  db: Kysely<Schema>,
  { protocols, text, outcome, limit }: RunFilter,
): Promise<RunRecord[]> {
  let query = db.selectFrom('runs').selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc');
  if (protocols !== undefined) query = query.where('protocol', 'in', protocols);
  if (text !== undefined) query = query.where((eb) => containing(eb.ref('title'), text));
  if (outcome !== undefined) query = query.where((eb) => ofOutcome(eb, outcome));
  const rows = await query.limit(pageLimit(limit === undefined ? {} : { limit })).execute();
  return rows.flatMap(readableRun);
}

function containing(column: ExpressionWrapper<Schema, 'runs', string>, text: string) {
  const within = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
  // SQLite knows the case of ASCII only: what is written as it stands is found in any case.
  return sql<boolean>`(lower(${column}) like ${within(text.toLowerCase())} escape '\\'
    or ${column} like ${within(text)} escape '\\')`;
}

function ofOutcome(eb: ExpressionBuilder<Schema, 'runs'>, outcome: RunOutcome) {
  const open = eb('state', 'in', OPEN_STATES);
  const passed = eb.or([
    eb('state', '=', 'shipped'),
    eb.and([eb('state', '=', 'ended'), eb('exitCode', '=', EXIT.ships)]),
  ]);
  if (outcome === 'open') return open;
  return outcome === 'passed' ? passed : eb.not(eb.or([open, passed]));
}

/** What is counted of the runs since then, newest first. */
export async function runFigures(db: Kysely<Schema>, since: string, limit: number): Promise<RunFigures[]> {
  return db
    .selectFrom('runs')
    .select([
      'protocol',
      'agent',
      'skill',
      'state',
      'composite',
      'inputTokens',
      'outputTokens',
      'costUsd',
      'createdAt',
      'endedAt',
    ])
    .select(sql<number>`(select count(*) from rounds where rounds.run_id = runs.id)`.as('rounds'))
    .where('createdAt', '>=', since)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute();
}

/** The newest run of a protocol about a subject. */
export async function latestRun(
  db: Kysely<Schema>,
  protocol: string,
  subjectKey: string,
): Promise<RunRecord | null> {
  const row = await db
    .selectFrom('runs')
    .selectAll()
    .where('protocol', '=', protocol)
    .where('subjectKey', '=', subjectKey)
    .where('subjectKey', '<>', '')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toRun(row);
}

/** What a run of 0.1 kept to be resumed from; null where the log alone tells. */
export async function readCheckpoint(db: Kysely<Schema>, id: string): Promise<Checkpoint | null> {
  const row = await db
    .selectFrom('runs')
    .select(['checkpointJson', 'checkpointSeq'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row?.checkpointJson == null || row.checkpointSeq === null) return null;
  return { seq: row.checkpointSeq, state: JSON.parse(row.checkpointJson) as unknown };
}

/** One look into the index per project, however many runs it has. */
export async function newestRuns(
  db: Kysely<Schema>,
  projectIds: readonly string[],
): Promise<Map<string, RunRecord>> {
  const rows = await db
    .selectFrom('runs')
    .selectAll()
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('projects')
        .where('projects.id', 'in', projectIds)
        .select((of) =>
          of
            .selectFrom('runs as newest')
            .select('newest.id')
            .whereRef('newest.projectId', '=', 'projects.id')
            .orderBy('newest.createdAt', 'desc')
            .orderBy('newest.id', 'desc')
            .limit(1)
            .as('runId'),
        ),
    )
    .execute();
  return new Map(rows.flatMap((row) => readableRun(row).map((run) => [row.projectId, run])));
}

export async function findUnfinishedRuns(db: Kysely<Schema>, projectId?: string): Promise<RunRecord[]> {
  const rows = await db
    .selectFrom('runs')
    .selectAll()
    .where('state', 'in', LIVE_STATES)
    .$if(projectId !== undefined, (query) => query.where('projectId', '=', projectId ?? ''))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.flatMap(readableRun);
}

export async function changedRuns(db: Kysely<Schema>, since: string): Promise<RunRecord[]> {
  const rows = await db
    .selectFrom('runs')
    .selectAll()
    .where('eventBase', 'is not', null)
    .where((eb) => eb.or([eb('state', '=', 'running'), eb('updatedAt', '>=', since)]))
    .orderBy('eventBase')
    .orderBy('createdAt')
    .execute();
  return rows.flatMap(readableRun);
}

export async function runsWithEventsAfter(
  db: Kysely<Schema>,
  projectId: string,
  sinceId: number,
): Promise<RunRecord[]> {
  const rows = await db
    .selectFrom('runs')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('eventBase', 'is not', null)
    .where((eb) =>
      eb.or([eb('state', '=', 'running'), eb(sql<number>`event_base + event_count`, '>', sinceId)]),
    )
    // By their ends: one that was resumed has events from before and after a newer one.
    .orderBy((eb) => eb('state', '=', 'running'))
    .orderBy(sql`event_base + event_count`)
    .orderBy('createdAt')
    .execute();
  return rows.flatMap(readableRun);
}

/** The end of the last range rather than a sum: ranges of ids stay disjoint even when a run is deleted. */
export async function projectEventTotal(db: Kysely<Schema>, projectId: string): Promise<number> {
  const row = await db
    .selectFrom('runs')
    .select(sql<number | null>`max(event_base + event_count)`.as('total'))
    .where('projectId', '=', projectId)
    .executeTakeFirst();
  return row?.total ?? 0;
}
