/**
 * Which run is next. At most `maxConcurrent` runs at once in the daemon and one per project; first come first
 * served within a project, in turn between projects, so that a project with a hundred runs delays another by one.
 *
 * A project is a lane. Lanes that could start a run stand in a ring; the first one starts its oldest run and
 * leaves the ring until that run is over, then joins again at the end.
 */

/** Data, so that a queue in another process, or on another machine, can hold it as well. */
export interface QueueJob {
  runId: string;
  projectId: string;
  /** What whoever performs it must have: an agent, or to be a certain node. @default nothing */
  needs?: string;
  /** Tells one sending of a run from the next. @default 0 */
  attempt?: number;
}

export type QueueRefusal = 'full' | 'duplicate' | 'closed';
export type Enqueued =
  | { accepted: true; position: number | null }
  | { accepted: false; reason: QueueRefusal; message: string };

export interface QueueOptions {
  maxConcurrent: number;
  /** Performs the run. Whatever it does, settling it (or throwing) frees the slot. `again`: it could not be had now. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most say nothing
  perform(job: QueueJob): Promise<void | 'again'>;
  /** Runs that may wait. @default 1000 */
  maxWaiting?: number;
  /** A waiting run has a new place, or none because it started or was cancelled. Once per tick and run. */
  onPosition?: (job: QueueJob, position: number | null) => void;
  /** A job that rejected: the queue goes on, somebody should know. */
  onCrash: (job: QueueJob, error: unknown) => void;
}

const DEFAULT_MAX_WAITING = 1000;

interface Lane {
  readonly projectId: string;
  /** By run id, oldest first. */
  readonly jobs: Map<string, QueueJob>;
  isBusy: boolean;
}

type Soon<Value> = Value | Promise<Value>;

/** The port; `RunQueue` keeps its jobs in this process. */
export interface Queue {
  /** Whether other processes may perform what is enqueued here. */
  readonly isShared: boolean;
  readonly running: number;
  readonly waiting: number;
  enqueue(job: QueueJob): Soon<Enqueued>;
  /** Removes a waiting run; false when it does not wait (any more). */
  cancel(runId: string): Soon<boolean>;
  /** 1 is the next to start; null when the run does not wait. */
  position(runId: string): Soon<number | null>;
  /** A run that is under way and has to wait for somebody else leaves its slot to other projects meanwhile. */
  stepAside(runId: string): void;
  /** Resolves when it has a slot again. */
  comeBack(runId: string): Promise<void>;
  /** Starts nothing more and returns the runs that waited here and nobody else can perform, in their order. */
  close(): QueueJob[];
  /** Resolves when no run is under way and none waits. */
  idle(): Promise<void>;
}

export class RunQueue implements Queue {
  readonly isShared = false;
  readonly #options: QueueOptions;
  /** Lanes with something to do; those that may start stand in the ring as well, in the order of their turn. */
  readonly #lanes = new Map<string, Lane>();
  readonly #ring = new Set<Lane>();
  readonly #waiting = new Map<string, Lane>();
  readonly #underWay = new Set<string>();
  /** Of those under way: who has no slot; and of these, who wants one again, first come first served. */
  readonly #aside = new Set<string>();
  readonly #returning = new Map<string, () => void>();
  readonly #idleWaiters: (() => void)[] = [];
  /** Places as last counted; null when something has changed since. */
  #places: Map<string, number> | null = null;
  #announced = new Map<QueueJob, number>();
  #announcing = false;
  #closed = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#underWay.size - this.#aside.size;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  enqueue(job: QueueJob): Enqueued {
    const refused = this.#refusal(job.runId);
    if (refused !== null) return { accepted: false, ...refused };
    const { projectId, runId } = job;
    const lane = this.#lanes.get(projectId) ?? { projectId, jobs: new Map(), isBusy: false };
    this.#lanes.set(projectId, lane);
    lane.jobs.set(runId, job);
    this.#waiting.set(runId, lane);
    if (!lane.isBusy) this.#ring.add(lane);
    this.#startNext();
    this.#changed();
    return { accepted: true, position: this.position(runId) };
  }

  /** Removes a waiting run; false when it does not wait (any more). */
  cancel(runId: string): boolean {
    const lane = this.#waiting.get(runId);
    if (lane === undefined) return false;
    this.#waiting.delete(runId);
    lane.jobs.delete(runId);
    if (lane.jobs.size === 0) {
      this.#ring.delete(lane);
      if (!lane.isBusy) this.#lanes.delete(lane.projectId);
    }
    this.#changed();
    return true;
  }

  /** 1 is the next to start; null when the run does not wait. */
  position(runId: string): number | null {
    if (!this.#waiting.has(runId)) return null;
    this.#places ??= new Map(this.#nominalOrder().map((job, index) => [job.runId, index + 1]));
    return this.#places.get(runId) ?? null;
  }

  stepAside(runId: string): void {
    if (!this.#underWay.has(runId)) return;
    this.#aside.add(runId);
    this.#startNext();
    this.#changed();
  }

  comeBack(runId: string): Promise<void> {
    if (!this.#aside.has(runId)) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#returning.set(runId, resolve);
    this.#startNext();
    return promise;
  }

  /** Starts nothing more and returns the runs that were still waiting, in their order. */
  close(): QueueJob[] {
    this.#closed = true;
    // Whoever comes back now only ends.
    for (const resolve of this.#returning.values()) resolve();
    const left = this.#nominalOrder();
    for (const job of left) this.cancel(job.runId);
    return left;
  }

  /** Resolves when no run is under way and none waits. */
  idle(): Promise<void> {
    if (this.#isIdle) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idleWaiters.push(resolve);
    });
  }

  get #isIdle(): boolean {
    return this.#underWay.size === 0 && this.#waiting.size === 0;
  }

  #refusal(runId: string): { reason: QueueRefusal; message: string } | null {
    const maxWaiting = this.#options.maxWaiting ?? DEFAULT_MAX_WAITING;
    if (this.#closed) return { reason: 'closed', message: 'the daemon is shutting down' };
    if (this.#waiting.has(runId) || this.#underWay.has(runId))
      return { reason: 'duplicate', message: `run ${runId} is already queued or running` };
    if (this.#waiting.size >= maxWaiting)
      return { reason: 'full', message: `the queue is full (waiting: ${maxWaiting}): try again later` };
    return null;
  }

  #startNext(): void {
    for (const [runId, resolve] of this.#returning) {
      if (this.running >= this.#options.maxConcurrent) return;
      this.#returning.delete(runId);
      this.#aside.delete(runId);
      resolve();
    }
    for (const lane of this.#ring) {
      if (this.running >= this.#options.maxConcurrent) return;
      this.#ring.delete(lane);
      const [job] = lane.jobs.values();
      if (job === undefined) continue;
      lane.jobs.delete(job.runId);
      this.#waiting.delete(job.runId);
      lane.isBusy = true;
      this.#underWay.add(job.runId);
      void this.#perform(lane, job);
    }
  }

  async #perform(lane: Lane, job: QueueJob): Promise<void> {
    // A turn later, so that the caller of enqueue has its answer before the run says anything.
    await Promise.resolve();
    try {
      await this.#options.perform(job);
    } catch (error) {
      this.#options.onCrash(job, error);
    } finally {
      this.#underWay.delete(job.runId);
      this.#aside.delete(job.runId);
      this.#returning.delete(job.runId);
      lane.isBusy = false;
      if (lane.jobs.size > 0) this.#ring.add(lane);
      else this.#lanes.delete(lane.projectId);
      this.#startNext();
      this.#changed();
    }
  }

  /** The order in which runs would start if all took equally long: one of each lane in turn. */
  #nominalOrder(): QueueJob[] {
    const order: QueueJob[] = [];
    const busy = [...this.#lanes.values()].filter((lane) => lane.isBusy);
    let turns = [...this.#ring, ...busy].map((lane) => lane.jobs.values());
    // Each step takes a job or drops a lane, so it ends.
    while (turns.length > 0) {
      turns = turns.filter((jobs) => {
        const { value, done } = jobs.next();
        if (value !== undefined) order.push(value);
        return done !== true;
      });
    }
    return order;
  }

  /** Every start moves everybody behind it, so places are counted once per tick, not once per change. */
  #changed(): void {
    this.#places = null;
    if (this.#isIdle) for (const resolve of this.#idleWaiters.splice(0)) resolve();
    if (this.#announcing || this.#options.onPosition === undefined) return;
    this.#announcing = true;
    setImmediate(() => this.#announce());
  }

  #announce(): void {
    this.#announcing = false;
    const before = this.#announced;
    const now = new Map(this.#nominalOrder().map((job, index) => [job, index + 1]));
    this.#announced = now;
    for (const job of before.keys()) if (!now.has(job)) this.#options.onPosition?.(job, null);
    for (const [job, place] of now) if (before.get(job) !== place) this.#options.onPosition?.(job, place);
  }
}
