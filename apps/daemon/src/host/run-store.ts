/**
 * The docket: plays that any process on this data folder can watch, answer and resume.
 *
 * A play is held by one process at a time, by a lease that its writes renew. A process that dies leaves its lease to
 * run out; `resume` then takes the play over at the state that was saved last.
 */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlayEvent, PlayProtocol, PlayRecord } from '@design-jury/contracts/play';
import { endMarked } from '../agents/process-group.ts';
import { JuryError } from '../jury-error.ts';
import type { Store } from '../store/store.ts';

export interface DocketOptions {
  dataDir: string;
  store: Pick<Store, 'plays' | 'questions'>;
  clock: () => number;
  /** How long a silent owner keeps its play. @default 30 s */
  leaseMs?: number;
}

export interface NewPlay {
  protocol: PlayProtocol;
  subject: string;
  title: string;
  config: Record<string, unknown>;
  state: unknown;
}

export interface PlayEnd {
  outcome: string;
  exitCode: number;
  state?: unknown;
}

/** A play held by this process. */
export interface PlayHandle {
  readonly record: PlayRecord;
  /** The play's own folder. */
  readonly workDir: string;
  emit(...events: ({ type: string } & Record<string, unknown>)[]): Promise<PlayEvent[]>;
  /** What a resumed play starts from. Saved before the step after it begins. */
  save(state: unknown): Promise<void>;
  /** Waiting for a person, or paused. Whoever stops here gives the lease back with `release`. */
  park(status: 'waiting' | 'paused', state?: unknown): Promise<void>;
  /** Running again after a wait that this process sat out. */
  go(): Promise<void>;
  /** Withdraws what is still asked. Nothing may follow. */
  end(end: PlayEnd): Promise<void>;
  /** Gives the lease back without a word about the play: it can be resumed at once. */
  release(): Promise<void>;
}

export interface Docket {
  start(play: NewPlay): Promise<PlayHandle>;
  /** Rejects with `not_found`, or with `conflict` when it is over or another process plays it. */
  resume(id: string): Promise<PlayHandle>;
  get(id: string): Promise<PlayRecord>;
  /** False for a play whose process died: its status still says that it runs. */
  isHeld(id: string): Promise<boolean>;
  latest(protocol: PlayProtocol, subject: string): Promise<PlayRecord | null>;
  list(filter: { protocol?: PlayProtocol; limit?: number }): Promise<PlayRecord[]>;
  /** In order; at most `limit`. */
  events(id: string, afterSeq: number, limit?: number): Promise<PlayEvent[]>;
  readonly questions: Store['questions'];
  /** The play's own folder. */
  folder(id: string): string;
  now(): string;
}

const DEFAULT_LEASE_MS = 30_000;
const EVENT_PAGE = 500;
const FOLDER = 'plays';

export function openDocket(options: DocketOptions): Docket {
  const { store, clock, dataDir, leaseMs = DEFAULT_LEASE_MS } = options;
  const now = (): string => new Date(clock()).toISOString();

  const folder = (id: string): string => join(dataDir, FOLDER, id);
  const get = async (id: string): Promise<PlayRecord> => {
    const record = await store.plays.get(id);
    if (record === null) throw new JuryError('not_found', `there is no play ${id}`);
    return record;
  };
  const hold = async (record: PlayRecord): Promise<HeldPlay> => {
    // Of this handle, not of the process: the same play cannot be held twice here either.
    const lease = { owner: `${process.pid}-${randomUUID()}`, ms: leaseMs };
    const at = clock();
    if (!(await store.plays.claim(record.id, lease.owner, at, at + lease.ms)))
      throw new JuryError('conflict', `another process plays ${record.id}; wait for it or end it first`);
    const workDir = folder(record.id);
    await mkdir(workDir, { recursive: true });
    return new HeldPlay({ record, workDir, store, clock, lease });
  };

  return {
    async start({ protocol, subject, title, config, state }) {
      const at = now();
      const record: PlayRecord = {
        id: `play-${randomUUID()}`,
        protocol,
        subject,
        title,
        status: 'running',
        outcome: null,
        exitCode: null,
        config,
        state,
        eventCount: 0,
        createdAt: at,
        updatedAt: at,
        endedAt: null,
      };
      await store.plays.create(record);
      return hold(record);
    },
    async resume(id) {
      const record = await get(id);
      if (record.status === 'ended')
        throw new JuryError('conflict', `${id} is over: ${record.outcome ?? 'without an outcome'}`);
      const handle = await hold(record);
      // What a process that died had asked may still be writing.
      endMarked(id);
      // Read again under the lease: the process before us may have saved, or ended it, meanwhile.
      const current = await handle.refresh();
      if (current.status !== 'ended') return handle;
      await handle.release();
      throw new JuryError('conflict', `${id} is over: ${current.outcome ?? 'without an outcome'}`);
    },
    get,
    isHeld: (id) => store.plays.isHeld(id, clock()),
    latest: (protocol, subject) => store.plays.latest(protocol, subject),
    list: (filter) => store.plays.list(filter),
    events: (id, afterSeq, limit = EVENT_PAGE) =>
      store.plays.events(id, afterSeq, Math.min(limit, EVENT_PAGE)),
    questions: store.questions,
    folder,
    now,
  };
}

interface HeldOptions {
  record: PlayRecord;
  workDir: string;
  store: Pick<Store, 'plays' | 'questions'>;
  clock: () => number;
  lease: { owner: string; ms: number };
}

class HeldPlay implements PlayHandle {
  readonly workDir: string;
  readonly #options: HeldOptions;
  #record: PlayRecord;
  #renewal: NodeJS.Timeout | null = null;

  constructor(options: HeldOptions) {
    this.#options = options;
    this.#record = options.record;
    this.workDir = options.workDir;
    this.#renewal = setInterval(() => void this.#claim().catch(() => {}), options.lease.ms / 3).unref();
  }

  get record(): PlayRecord {
    return this.#record;
  }

  async refresh(): Promise<PlayRecord> {
    this.#record = (await this.#options.store.plays.get(this.#record.id)) ?? this.#record;
    return this.#record;
  }

  async emit(...events: ({ type: string } & Record<string, unknown>)[]): Promise<PlayEvent[]> {
    if (events.length === 0) return [];
    await this.#mine();
    const stored = await this.#options.store.plays.append(this.#record.id, events, this.#now());
    this.#record = { ...this.#record, eventCount: stored.at(-1)?.seq ?? this.#record.eventCount };
    return stored;
  }

  save(state: unknown): Promise<void> {
    return this.#update({ state });
  }

  go(): Promise<void> {
    return this.#update({ status: 'running' });
  }

  async park(status: 'waiting' | 'paused', state?: unknown): Promise<void> {
    await this.#update(state === undefined ? { status } : { status, state });
  }

  async end({ outcome, exitCode, state }: PlayEnd): Promise<void> {
    const endedAt = this.#now();
    await this.#update({
      status: 'ended',
      outcome,
      exitCode,
      endedAt,
      ...(state !== undefined && { state }),
    });
    await this.#options.store.questions.withdraw(this.#record.id, endedAt);
    await this.release();
  }

  async release(): Promise<void> {
    if (this.#renewal !== null) clearInterval(this.#renewal);
    this.#renewal = null;
    await this.#options.store.plays.release(this.#record.id, this.#options.lease.owner);
  }

  async #update(patch: Parameters<Store['plays']['update']>[1]): Promise<void> {
    await this.#mine();
    const at = this.#now();
    await this.#options.store.plays.update(this.#record.id, patch, at);
    this.#record = { ...this.#record, ...patch, updatedAt: at };
  }

  /** A process that slept past its lease must not write over the one that took the play. */
  async #mine(): Promise<void> {
    if (!(await this.#claim()))
      throw new JuryError('conflict', `another process has taken ${this.#record.id} over`);
  }

  #claim(): Promise<boolean> {
    const { store, clock, lease } = this.#options;
    const at = clock();
    return store.plays.claim(this.#record.id, lease.owner, at, at + lease.ms);
  }

  #now(): string {
    return new Date(this.#options.clock()).toISOString();
  }
}
