/** Plays and their events. One process plays a play at a time: it holds a lease and renews it by every write. */
import {
  type PlayEvent,
  type PlayProtocol,
  type PlayRecord,
  PlayRecordSchema,
} from '@design-jury/contracts/play';
import type { Kysely } from 'kysely';
import { StoreError } from './errors.ts';
import { pageLimit } from './page.ts';
import type { PlayRow, Schema } from './schema.ts';

/** Bytes of one event: a report, not a data set. */
const MAX_EVENT_BYTES = 4_194_304;
/** Bytes of a state to resume from. */
const MAX_STATE_BYTES = 16_777_216;

export type PlayPatch = Partial<
  Pick<PlayRecord, 'status' | 'outcome' | 'exitCode' | 'state' | 'endedAt' | 'title'>
>;

export interface PlayStore {
  create(record: PlayRecord): Promise<void>;
  get(id: string): Promise<PlayRecord | null>;
  /** Newest first. */
  list(filter: { protocol?: PlayProtocol; limit?: number }): Promise<PlayRecord[]>;
  /** The newest of this protocol about this subject. */
  latest(protocol: PlayProtocol, subject: string): Promise<PlayRecord | null>;
  update(id: string, patch: PlayPatch, at: string): Promise<void>;
  /** Numbers the events and appends them, all or none. Returns them as they are stored. */
  append(
    id: string,
    events: readonly ({ type: string } & Record<string, unknown>)[],
    at: string,
  ): Promise<PlayEvent[]>;
  events(id: string, afterSeq: number, limit: number): Promise<PlayEvent[]>;
  /** True when nobody else holds it. The same owner may claim again, which renews. */
  claim(id: string, owner: string, now: number, until: number): Promise<boolean>;
  release(id: string, owner: string): Promise<void>;
  /** True while some process holds it. */
  isHeld(id: string, now: number): Promise<boolean>;
}

export function playStore(db: Kysely<Schema>): PlayStore {
  return {
    async create(record) {
      await db.insertInto('plays').values(toRow(record)).execute();
    },
    async get(id) {
      const row = await db.selectFrom('plays').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toRecord(row);
    },
    async list({ protocol, limit }) {
      let query = db.selectFrom('plays').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc');
      if (protocol !== undefined) query = query.where('protocol', '=', protocol);
      const rows = await query.limit(pageLimit(limit === undefined ? {} : { limit })).execute();
      return rows.map(toRecord);
    },
    async latest(protocol, subject) {
      const row = await db
        .selectFrom('plays')
        .selectAll()
        .where('protocol', '=', protocol)
        .where('subject', '=', subject)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : toRecord(row);
    },
    async update(id, { status, outcome, exitCode, state, endedAt, title }, at) {
      const changed = await db
        .updateTable('plays')
        .set({
          updated_at: at,
          ...(status !== undefined && { status }),
          ...(outcome !== undefined && { outcome }),
          ...(exitCode !== undefined && { exit_code: exitCode }),
          ...(state !== undefined && { state_json: encodeState(id, state) }),
          ...(endedAt !== undefined && { ended_at: endedAt }),
          ...(title !== undefined && { title }),
        })
        .where('id', '=', id)
        .executeTakeFirst();
      if (changed.numUpdatedRows === 0n) throw new StoreError('missing', `there is no play ${id}`);
    },
    append: (id, events, at) => append(db, id, events, at),
    async events(id, afterSeq, limit) {
      const rows = await db
        .selectFrom('play_events')
        .select('line')
        .where('play_id', '=', id)
        .where('seq', '>', afterSeq)
        .orderBy('seq')
        .limit(limit)
        .execute();
      return rows.map(({ line }) => JSON.parse(line) as PlayEvent);
    },
    async claim(id, owner, now, until) {
      const changed = await db
        .updateTable('plays')
        .set({ owner, owned_until: until })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('owner', 'is', null), eb('owner', '=', owner), eb('owned_until', '<', now)]))
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    },
    async isHeld(id, now) {
      const row = await db
        .selectFrom('plays')
        .select('id')
        .where('id', '=', id)
        .where('owner', 'is not', null)
        .where('owned_until', '>=', now)
        .executeTakeFirst();
      return row !== undefined;
    },
    async release(id, owner) {
      await db
        .updateTable('plays')
        .set({ owner: null, owned_until: null })
        .where('id', '=', id)
        .where('owner', '=', owner)
        .execute();
    },
  };
}

function append(
  db: Kysely<Schema>,
  id: string,
  events: readonly ({ type: string } & Record<string, unknown>)[],
  at: string,
): Promise<PlayEvent[]> {
  return db.transaction().execute(async (trx) => {
    // Counted by the row itself, so that two writers can never give the same number.
    const counted = await trx
      .updateTable('plays')
      .set((eb) => ({ event_count: eb('event_count', '+', events.length), updated_at: at }))
      .where('id', '=', id)
      .returning('event_count')
      .executeTakeFirst();
    if (counted === undefined) throw new StoreError('missing', `there is no play ${id}`);
    const first = counted.event_count - events.length + 1;
    const stamped = events.map((event, index): PlayEvent => ({ ...event, seq: first + index, at }));
    for (const event of stamped) {
      const line = JSON.stringify(event);
      if (Buffer.byteLength(line) > MAX_EVENT_BYTES)
        throw new StoreError('other', `${event.type} of play ${id} takes more than ${MAX_EVENT_BYTES} bytes`);
      await trx.insertInto('play_events').values({ play_id: id, seq: event.seq, line }).execute();
    }
    return stamped;
  });
}

function encodeState(id: string, state: unknown): string {
  const text = JSON.stringify(state ?? null);
  if (Buffer.byteLength(text) > MAX_STATE_BYTES)
    throw new StoreError('other', `the state of play ${id} takes more than ${MAX_STATE_BYTES} bytes`);
  return text;
}

function toRow(record: PlayRecord): PlayRow {
  return {
    id: record.id,
    protocol: record.protocol,
    subject: record.subject,
    title: record.title,
    status: record.status,
    outcome: record.outcome,
    exit_code: record.exitCode,
    config_json: JSON.stringify(record.config),
    state_json: encodeState(record.id, record.state),
    event_count: record.eventCount,
    owner: null,
    owned_until: null,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    ended_at: record.endedAt,
  };
}

function toRecord(row: PlayRow): PlayRecord {
  return PlayRecordSchema.parse({
    id: row.id,
    protocol: row.protocol,
    subject: row.subject,
    title: row.title,
    status: row.status,
    outcome: row.outcome,
    exitCode: row.exit_code,
    config: JSON.parse(row.config_json),
    state: JSON.parse(row.state_json),
    eventCount: row.event_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    endedAt: row.ended_at,
  });
}
