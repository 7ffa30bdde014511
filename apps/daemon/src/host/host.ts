/**
 * The one host: what every run has, whatever protocol it follows. It stores the record, gives it a place in the queue, takes
 * the lease, opens the log, performs the protocol, ends the run on the disk before anybody learns of it, and resumes what
 * another process left. It knows protocols only as values.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { RunLimits } from '@design-jury/contracts/defaults';
import { QUEUE_POSITION_EVENT } from '@design-jury/contracts/http';
import { isOpen, type RunRecord } from '@design-jury/contracts/run';
import type { StopEnding } from '@design-jury/contracts/stop';
import pLimit from 'p-limit';
import type { FaultReport } from '../fault-report.ts';
import { JuryError } from '../jury-error.ts';
import { outcomeWord } from '../outcome-words.ts';
import type { Store } from '../store/store.ts';
import { currentTrace, inTrace, type TraceContext } from '../trace-context.ts';
import type { Attachment } from './context.ts';
import { endUnstarted, heldElsewhere } from './ending.ts';
import { acquireLease, LEASE_MS, type Lease, leaseOf, livingHolders, newOwner } from './lease.ts';
import { isLive, RunMender } from './mend.ts';
import { type NewRun, newRecord, projectOf } from './new-run.ts';
import { RunPerformer, recallRun } from './perform-run.ts';
import type { Places, RunPlace } from './place/place.ts';
import type { AnyProtocol } from './protocol.ts';
import { type Queue, type QueueJob, type QueueOptions, RunQueue } from './queue.ts';
import { recoverRuns } from './recovery.ts';
import { unstarted } from './run-loop.ts';
import { type HostFleet, SHUTDOWN, SharedRuns } from './shared-runs.ts';
import { RunStop } from './stop.ts';
import type { Bus } from './stream/bus.ts';
import { Turns } from './turns.ts';

/** How often a run looks whether its project is free: another process has it. */
const LEASE_RETRY_MS = { first: 50, most: 1_000 };
/** Runs that are ended or mended at the same time. */
const ENDED_AT_ONCE = 64;

export interface HostServices {
  places: Places;
  store: Store;
  bus: Bus;
  limits: RunLimits;
  clock: () => number;
}

export interface HostOptions extends HostServices {
  /** By their ids; loaded when the first run needs them. */
  protocols: Readonly<Record<string, () => Promise<AnyProtocol>>>;
  maxConcurrent: number;
  /** Learns of what is our own fault. */
  report: FaultReport;
  /** @default 30 s */
  leaseMs?: number;
  /** What other processes said is published before a run of ours says its first. @default nothing */
  catchUp?: () => Promise<void>;
  /** The trace of a run, from the one of whoever asked for it. @default the caller's, if any */
  traceOf?: (run: RunRecord, caller: TraceContext | null) => TraceContext | null;
  /** The trace of whoever started this process. @default null */
  callersTrace?: TraceContext | null;
  /** What makes this host one of many. @default it is the only one of its queue */
  fleet?: HostFleet;
}

interface Active {
  stop: RunStop;
  /** Resolves when its row is there; false where there is no such run. */
  stored: Promise<boolean>;
  lease: Lease | null;
  attachment: Attachment;
  /** Resolves when the run is over or put aside. */
  done: PromiseWithResolvers<RunRecord>;
  live: LiveView | null;
  trace: TraceContext | null;
}

/** The fold of every event up to `lastEventId`. */
export interface LiveView {
  state: unknown;
  lastEventId: number;
  /** What of a stored log was passed over; absent where nothing was. */
  damage?: string[];
}

export class Host {
  readonly #options: HostOptions;
  readonly #queue: Queue;
  readonly #performer: RunPerformer;
  readonly #active = new Map<string, Active>();
  readonly #loaded = new Map<string, Promise<AnyProtocol>>();
  readonly #mender: RunMender;
  readonly #turns = new Turns();
  /** Null where the queue is this process's own. */
  readonly #shared: SharedRuns | null;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#performer = new RunPerformer({
      ...options,
      turns: this.#turns,
      protocol: (id) => this.protocol(id),
      endUnstarted: (run, stop, lease) => this.#endUnstarted(run, stop, lease),
    });
    this.#mender = new RunMender({
      ...options,
      protocol: (id) => this.protocol(id),
      get: (runId) => this.get(runId),
      isActive: (runId) => this.#active.has(runId),
    });
    this.#shared = options.fleet === undefined ? null : this.#sharedRuns(options.fleet);
    const queueOf = options.fleet?.queue ?? ((given: QueueOptions) => new RunQueue(given));
    this.#queue = queueOf({
      maxConcurrent: options.maxConcurrent,
      perform: (job) => this.#perform(job),
      onPosition: ({ projectId, runId }, position) =>
        options.bus.announce({ projectId, runId, name: QUEUE_POSITION_EVENT, data: { runId, position } }),
      onCrash: ({ runId }, error) => void options.report(error, runId),
    });
  }

  get running(): number {
    return this.#queue.running;
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  protocol(id: string): Promise<AnyProtocol> {
    const load = this.#options.protocols[id];
    if (load === undefined)
      return Promise.reject(new JuryError('bad_request', `this version knows no protocol ${id}`));
    const loaded = this.#loaded.get(id) ?? load();
    this.#loaded.set(id, loaded);
    return loaded;
  }

  /** Resolves as soon as the run is stored and queued; `unavailable` when the queue is full. */
  async start(order: NewRun): Promise<RunRecord> {
    await this.protocol(order.protocol);
    await this.#turns.next();
    const project = await projectOf(this.#options.store, order, this.#now());
    const record = newRecord(order, project.id, this.#now());
    if (this.#shared !== null) return this.#shared.start(order, project, record);
    const stored = Promise.withResolvers<boolean>();
    const active = this.#activate(record.id, order.attachment ?? {}, stored.promise);
    const place = this.place(record);
    try {
      // First: a run that finds no place leaves no row behind.
      await this.#enqueue(record, order.request);
      await place.writeRequest(order.request, currentTrace() ?? this.#options.callersTrace ?? null);
      if (project.isNew) await this.#options.store.createProject(project.project);
      const { leaseMs = LEASE_MS, clock } = this.#options;
      const owner = newOwner();
      await this.#options.store.insertRun(record, { owner, until: clock() + leaseMs });
      active.lease = leaseOf(record.id, owner, this.#leases);
      stored.resolve(true);
    } catch (error) {
      stored.resolve(false);
      active.done.reject(error);
      await this.#queue.cancel(record.id);
      this.#active.delete(record.id);
      // There is no such run: another process may have started the same retry first.
      await place.discard().catch(() => {});
      throw error;
    }
    return record;
  }

  /** Goes on with a run that was put aside, or whose process is gone. `conflict` when it is over or somebody has it. */
  async resume(runId: string, attachment: Attachment = {}): Promise<RunRecord> {
    const record = await this.get(runId);
    const { resumable } = await this.protocol(record.protocol);
    if (!isOpen(record.state)) throw new JuryError('conflict', `${runId} is over: ${outcomeWord(record)}`);
    if (!resumable) throw new JuryError('conflict', `a run of ${record.protocol} cannot be resumed`);
    if (this.#active.has(runId)) throw heldElsewhere(runId);
    if (this.#shared !== null) {
      await this.#shared.resume(record, attachment);
      return record;
    }
    const active = this.#activate(runId, attachment);
    try {
      active.lease = await acquireLease(runId, { ...this.#leases, isAlone: false });
      if (active.lease === null) throw heldElsewhere(runId);
      await this.#enqueue(record, null);
    } catch (error) {
      active.done.reject(error);
      this.#active.delete(runId);
      await active.lease?.release();
      throw error;
    }
    return record;
  }

  /** For good: rows, log and pages. `conflict` while somebody has it; one that was put aside goes with its questions. */
  async remove(runId: string): Promise<void> {
    const record = await this.get(runId);
    const isBusy = new JuryError('conflict', `run ${runId} is not over yet: interrupt it first`);
    if (this.#active.has(runId) || isLive(record)) throw isBusy;
    // Nobody resumes it meanwhile.
    const lease = await acquireLease(runId, { ...this.#leases, isAlone: false });
    if (lease === null) throw isBusy;
    try {
      await this.#options.store.deleteRun(runId);
    } finally {
      await lease.release().catch(() => {});
    }
    await this.place(record).discard();
  }

  /** False when the run is not under way here: nothing was done, and nothing needed to be. */
  async stop(runId: string, ending: StopEnding): Promise<boolean> {
    const active = this.#active.get(runId);
    if (active === undefined) return this.#shared?.stop(runId, ending) ?? false;
    active.stop.request(ending);
    if ((await this.#queue.cancel(runId)) && (await active.stored))
      await this.#performNow(await this.get(runId));
    return true;
  }

  /** Resolves when the run is over or put aside, its rows written, and nothing of it is running. */
  done(runId: string): Promise<RunRecord> {
    const here = this.#active.get(runId)?.done.promise;
    if (here !== undefined) return here;
    return this.#shared?.done(runId) ?? this.get(runId);
  }

  isActive(runId: string): boolean {
    return this.#active.has(runId);
  }

  /** It is under way here, or on a node that hears of it. */
  canStop(run: RunRecord): boolean {
    return this.#active.has(run.id) || (this.#shared !== null && isLive(run));
  }

  /** The trace of a run that is under way here. */
  traceOf(runId: string): TraceContext | null {
    return this.#active.get(runId)?.trace ?? null;
  }

  /** False for a run whose process died: its state still says that it runs. */
  async isHeld(runId: string): Promise<boolean> {
    if (this.#active.has(runId)) return true;
    return (await livingHolders(runId, this.#leases)).some((holder) => holder.runId === runId);
  }

  /** The machine's state of a stored run, from its log; where nothing was written, what it begins with. */
  async stateOf(runId: string): Promise<unknown> {
    const run = await this.get(runId);
    const protocol = await this.protocol(run.protocol);
    const place = this.place(run);
    const setup = { run, request: protocol.parseRequest(await place.readRequest()) };
    const recalled = await recallRun(this.#options.store, protocol, setup, await place.log());
    return recalled === null ? protocol.begin(setup)[0] : recalled.state;
  }

  live(runId: string): LiveView | null {
    return this.#active.get(runId)?.live ?? null;
  }

  async queuePosition(runId: string): Promise<number | null> {
    return this.#queue.position(runId);
  }

  async get(runId: string): Promise<RunRecord> {
    const record = await this.#options.store.getRun(runId);
    if (record === null) throw new JuryError('not_found', `there is no run ${runId}`);
    return record;
  }

  /** The newest run about a subject; null when there is none. */
  latest(protocol: string, subjectKey: string): Promise<RunRecord | null> {
    return this.#options.store.latestRun(protocol, subjectKey);
  }

  /** On this machine. */
  folder(record: Pick<RunRecord, 'id' | 'artifactId'>): string {
    return this.place(record).folder;
  }

  place(record: Pick<RunRecord, 'id' | 'artifactId'>, lease?: Lease): RunPlace {
    return this.#options.places(record, lease?.owner);
  }

  /** Ends or puts aside what is under way, and resolves when all of it is written. */
  async close(): Promise<void> {
    this.#mender.close();
    const waiting = this.#queue.close();
    await this.#shared?.drain();
    for (const active of this.#active.values())
      active.stop.request({ type: 'interrupted', recoveryReason: SHUTDOWN });
    // Ending one waits for the disk most of the time: some at once, so that a long queue is over in seconds.
    const some = pLimit(ENDED_AT_ONCE);
    await some.map(waiting, (job) =>
      this.#perform(job).catch((error: unknown) => this.#options.report(error, job.runId)),
    );
    await this.#queue.idle();
    // One that was stopped while it waited is ended outside the queue.
    await Promise.allSettled([...this.#active.values()].map(({ done }) => done.promise));
  }

  get #leases() {
    const { store, clock, leaseMs } = this.#options;
    return { store: store.leases, clock, ...(leaseMs !== undefined && { leaseMs }) };
  }

  #activate(runId: string, attachment: Attachment, stored = Promise.resolve(true)): Active {
    const done = Promise.withResolvers<RunRecord>();
    const active: Active = {
      stop: new RunStop(),
      stored,
      lease: null,
      attachment,
      done,
      live: null,
      trace: null,
    };
    active.done.promise.catch(() => {});
    this.#active.set(runId, active);
    return active;
  }

  #sharedRuns(fleet: HostFleet): SharedRuns {
    return new SharedRuns({
      options: { ...this.#options, fleet },
      active: this.#active,
      cancel: async (runId) => this.#queue.cancel(runId),
      activate: (runId, attachment) => this.#activate(runId, attachment),
      enqueue: (record, request) => this.#enqueue(record, request),
      performNow: (record) => this.#performNow(record),
      endUnstarted: (run, stop, lease) => this.#endUnstarted(run, stop, lease),
      get: (runId) => this.get(runId),
      protocol: (id) => this.protocol(id),
      nextTurn: () => this.#turns.next(),
    });
  }

  /** Of a fleet: those that are under way here, and those who are asked to stop among them. */
  get activeRuns(): string[] {
    return [...this.#active.keys()];
  }

  async heedStops(runIds: readonly string[]): Promise<void> {
    await this.#shared?.heedStops(runIds);
  }

  /** Of a fleet: a run that nobody has a job for any more. */
  async sendAgain(runId: string): Promise<void> {
    const run = await this.get(runId);
    if (isLive(run)) await this.#shared?.sendAgain(run);
  }

  async #enqueue(record: RunRecord, request: unknown): Promise<void> {
    const { id: runId, projectId, eventCount: attempt } = record;
    const needs = this.#options.fleet?.needsOf(record, request);
    const job = { runId, projectId, attempt, ...(needs !== undefined && { needs }) };
    const queued = await this.#queue.enqueue(job);
    if (!queued.accepted) throw new JuryError('unavailable', queued.message);
  }

  // biome-ignore lint/suspicious/noConfusingVoidType: most of the time there is nothing to say
  async #perform(job: QueueJob): Promise<void | 'again'> {
    if (this.#shared !== null) return this.#shared.perform(job);
    const { runId } = job;
    if ((await this.#active.get(runId)?.stored) === false) return;
    await this.#turns.next();
    await this.#performNow(await this.get(runId));
  }

  /** Settles `done` whatever happens. */
  async #performNow(record: RunRecord): Promise<void> {
    const active = this.#active.get(record.id) ?? this.#activate(record.id, {});
    try {
      active.done.resolve(await this.#hold(record, active));
    } catch (error) {
      active.done.reject(error);
      throw error;
    } finally {
      this.#active.delete(record.id);
    }
  }

  /** Nothing is done for a run that somebody else has; a run that is stopped meanwhile does not wait for its project. */
  async #hold(record: RunRecord, active: Active): Promise<RunRecord> {
    const lease = active.lease ?? (await acquireLease(record.id, { ...this.#leases, isAlone: false }));
    if (lease === null) throw heldElsewhere(record.id);
    try {
      const isOurs = await this.#waitForProject(record, active, lease);
      // Read again under the lease: the process before us may have ended it meanwhile.
      const current = await this.get(record.id);
      if (!isOpen(current.state)) return current;
      const { ending } = active.stop;
      if (ending !== null && current.startedAt === null) await this.#endUnstarted(current, ending, lease);
      // Stopped while another run of the project is under way: it stays put aside.
      else if (isOurs) await this.#performTraced(current, active, lease);
      const left = await this.get(record.id);
      if (!isLive(left)) return left;
      await this.#mender.mend(left, lease);
      return await this.get(record.id);
    } catch (error) {
      await this.#mender.mend(record, lease);
      throw error;
    } finally {
      await lease.release().catch((error: unknown) => this.#options.report(error, record.id));
    }
  }

  /** What is done for a run is part of its trace, whoever's work led to it being its turn. */
  async #performTraced(record: RunRecord, active: Active, lease: Lease): Promise<void> {
    const caller = await this.place(record).readTrace();
    const { traceOf } = this.#options;
    active.trace = traceOf === undefined ? caller : traceOf(record, caller);
    await inTrace(active.trace, () => this.#performer.perform(record, active, lease));
  }

  /** False when it was stopped meanwhile. Who waits for another process takes no slot from the other projects. */
  async #waitForProject({ id, projectId }: RunRecord, { stop }: Active, lease: Lease): Promise<boolean> {
    for (let wait = LEASE_RETRY_MS.first; ; wait = Math.min(wait * 2, LEASE_RETRY_MS.most)) {
      if (stop.ending !== null) return false;
      if (await lease.takeProject()) break;
      if (!(await lease.isKept())) throw heldElsewhere(id);
      this.#queue.stepAside(id);
      await stop.race(delay(wait));
    }
    if ((await stop.race(this.#queue.comeBack(id))) === null) return false;
    // Nobody else has a run of this project now: what is said to be under way was left, with events that are on no record yet.
    await recoverRuns(
      { ...this.#options, protocol: (name) => this.protocol(name) },
      { projectId, except: id },
    );
    await this.#options.catchUp?.();
    return true;
  }

  /** It has a log of one event, and no place among the numbered ones: another run of its project may be under way. */
  async #endUnstarted(run: RunRecord, stop: StopEnding, lease: Lease): Promise<void> {
    const protocol = await this.protocol(run.protocol);
    const place = this.place(run, lease);
    const setup = { run, request: protocol.parseRequest(await place.readRequest()) };
    const services = { ...this.#options, now: () => this.#now() };
    await endUnstarted(services, { run, place, lease }, unstarted(protocol, setup, stop));
  }

  #now(): string {
    return new Date(this.#options.clock()).toISOString();
  }
}
