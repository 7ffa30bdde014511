/**
 * The queue of a fleet: pg-boss keeps the jobs, and any worker that has what a run needs performs it. Order within a project is
 * pg-boss's own (`key_strict_fifo`); projects take turns by priority: the n-th waiting run of one stands behind the n-th of all
 * others. What a job needs is its group, and a worker leaves out the groups it has nothing for, so a run that waits for an
 * agent keeps its place in its project.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { QUEUE_SCHEMA } from '../../store/postgres/connect.ts';
import type { Notices } from '../../store/postgres/notices.ts';
import { isAway } from '../../store/postgres/postgres-error.ts';
import type { Enqueued, Queue, QueueJob, QueueOptions } from '../queue.ts';
import { RUNS_QUEUE, TOUCH_MS } from './boss.ts';
import { ProjectTurns } from './fleet-turns.ts';

const POLL_MS = 1_000;
const DEFAULT_MAX_WAITING = 10_000;
const MOST_REMEMBERED = 10_000;
const NO_NEED = 'any';
const WAITING = `${QUEUE_SCHEMA}.job where name = '${RUNS_QUEUE}' and state < 'active'`;

export interface FleetQueueOptions extends QueueOptions {
  boss: PgBoss;
  pool: Pick<pg.Pool, 'query'>;
  notices: Notices;
  /** Whether a run that needs this can be performed here. */
  has(need: string): boolean;
  report: (error: unknown) => void;
}

interface UnderWay {
  /** Which delivery of the job: whoever has it later is not disturbed. */
  attempt: { id: string; retryCount: number };
  job: QueueJob;
}

export class FleetQueue implements Queue {
  readonly isShared = true;
  readonly #options: FleetQueueOptions;
  readonly #underWay = new Map<string, UnderWay>();
  readonly #aside = new Set<string>();
  readonly #returning = new Map<string, () => void>();
  readonly #sentIds = new Map<string, string>();
  readonly #knownNeeds = new Set<string>();
  readonly #turns = new ProjectTurns();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #forget: () => void;
  #waiting = 0;
  /** What runs of the whole fleet need, as of a second ago. */
  #needs: string[] = [];
  #isCounted = false;
  #idleWaiters: (() => void)[] = [];
  #fetching: Promise<void> | null = null;
  #fetchAgain = false;
  #isClosed = false;

  constructor(options: FleetQueueOptions) {
    this.#options = options;
    this.#forget = options.notices.hear((topics) => {
      if (topics.has('jobs') || topics.has('*')) this.#wake();
    });
    this.#timers.push(setInterval(() => this.#poll(), POLL_MS).unref());
    this.#timers.push(setInterval(() => void this.#touch(), TOUCH_MS).unref());
    this.#poll();
  }

  get running(): number {
    return this.#underWay.size - this.#aside.size;
  }

  /** In the whole fleet, as of a moment ago. */
  get waiting(): number {
    return this.#waiting;
  }

  async enqueue(job: QueueJob): Promise<Enqueued> {
    const { maxWaiting = DEFAULT_MAX_WAITING, boss, notices } = this.#options;
    if (this.#isClosed) return { accepted: false, reason: 'closed', message: 'the daemon is shutting down' };
    const { runId, projectId, needs = NO_NEED } = job;
    // Counted anew only where it may matter: the last count is a second old at most.
    if (this.#waiting * 2 >= maxWaiting) await this.#count();
    if (this.#waiting >= maxWaiting)
      return {
        accepted: false,
        reason: 'full',
        message: `the queue is full (waiting: ${maxWaiting}): try again later`,
      };
    await this.#noteNeed(needs);
    const id = jobId(job);
    const turn = this.#turns.next(projectId);
    const options = { id, singletonKey: projectId, group: { id: needs }, priority: -turn };
    const sent = await boss.send(RUNS_QUEUE, { runId, projectId, needs }, options);
    if (sent === null)
      return { accepted: false, reason: 'duplicate', message: `run ${runId} is already queued or running` };
    this.#remember(runId, id);
    this.#waiting += 1;
    notices.say('jobs');
    this.#wake();
    return { accepted: true, position: null };
  }

  async cancel(runId: string): Promise<boolean> {
    // A job that somebody fetches at this moment is not cancelled: one of both changes the row first.
    const { rows } = await this.#options.pool.query(
      `update ${QUEUE_SCHEMA}.job set state = 'cancelled', completed_on = now()
       where name = $1 and id = any($2::uuid[]) and state < 'active' returning id`,
      [RUNS_QUEUE, await this.#idsOf(runId)],
    );
    this.#sentIds.delete(runId);
    if (rows.length > 0) this.#options.notices.say('jobs');
    return rows.length > 0;
  }

  async position(runId: string): Promise<number | null> {
    const { rows } = await this.#options.pool.query<{ place: number }>(
      `select count(*) as place from ${WAITING} and (-priority, created_on) <=
         (select -priority, created_on from ${WAITING} and id = any($1::uuid[]) limit 1)`,
      [await this.#idsOf(runId)],
    );
    const place = rows[0]?.place ?? 0;
    return place === 0 ? null : place;
  }

  stepAside(runId: string): void {
    if (!this.#underWay.has(runId)) return;
    this.#aside.add(runId);
    this.#wake();
  }

  comeBack(runId: string): Promise<void> {
    if (!this.#aside.has(runId)) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#returning.set(runId, resolve);
    this.#giveBack();
    return promise;
  }

  /** What waits stays where it is, for the other workers. */
  close(): QueueJob[] {
    this.#isClosed = true;
    for (const resolve of this.#returning.values()) resolve();
    return [];
  }

  async idle(): Promise<void> {
    await this.#fetching;
    if (this.#isClosed && this.#underWay.size === 0) return this.#stop();
    await new Promise<void>((resolve) => {
      this.#idleWaiters.push(resolve);
      this.#wake();
    });
    if (this.#isClosed) this.#stop();
  }

  #stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#forget();
  }

  #poll(): void {
    this.#isCounted = false;
    this.#wake();
  }

  #wake(): void {
    this.#fetchAgain = true;
    this.#fetching ??= this.#fetchAll();
  }

  /** Never rejects. */
  async #fetchAll(): Promise<void> {
    // Never over before `#fetching` is this promise: where there is nothing to ask, nothing below waits.
    await Promise.resolve();
    while (this.#fetchAgain) {
      this.#fetchAgain = false;
      try {
        this.#giveBack();
        // Counting looks at everybody who waits: once a second, and where somebody waits for the last of them.
        if (!this.#isCounted || (this.#idleWaiters.length > 0 && this.#underWay.size === 0))
          await this.#count();
        while (!this.#isClosed && (await this.#fetch()));
      } catch (error) {
        if (!isAway(error)) this.#options.report(error);
      }
    }
    this.#fetching = null;
    if (this.#underWay.size === 0 && (this.#waiting === 0 || this.#isClosed))
      for (const resolve of this.#idleWaiters.splice(0)) resolve();
  }

  /** True while there may be more. */
  async #fetch(): Promise<boolean> {
    const { boss, maxConcurrent, has } = this.#options;
    const free = maxConcurrent - this.running;
    if (free <= 0) return false;
    const ignoreGroups = this.#needs.filter((need) => !this.#hasAny(need));
    const jobs = await boss.fetch<QueueJob>(RUNS_QUEUE, {
      batchSize: free,
      ignoreGroups,
      includeMetadata: true,
    });
    this.#waiting = Math.max(0, this.#waiting - jobs.length);
    for (const { id, retryCount, data, priority } of jobs) {
      this.#turns.started(-priority);
      const attempt = { id, retryCount };
      const need = data.needs ?? NO_NEED;
      // Asked for so lately that we had not heard of it.
      if (need !== NO_NEED && !has(need)) await boss.fail(RUNS_QUEUE, attempt);
      else void this.#perform({ attempt, job: data });
    }
    return jobs.length > 0;
  }

  async #perform(held: UnderWay): Promise<void> {
    const { boss, perform, onCrash } = this.#options;
    const { job, attempt } = held;
    this.#underWay.set(job.runId, held);
    let again = false;
    try {
      again = (await perform(job)) === 'again';
    } catch (error) {
      onCrash(job, error);
    }
    this.#underWay.delete(job.runId);
    this.#aside.delete(job.runId);
    this.#returning.delete(job.runId);
    this.#sentIds.delete(job.runId);
    try {
      // By its attempt: a job that another worker has by now is left alone.
      if (again) await boss.fail(RUNS_QUEUE, attempt);
      else await boss.complete(RUNS_QUEUE, attempt);
    } catch (error) {
      // Nobody touches it any more: it is delivered again, and its run found over.
      if (!isAway(error)) this.#options.report(error);
    }
    this.#options.notices.say('jobs');
    this.#wake();
  }

  async #touch(): Promise<void> {
    const attempts = [...this.#underWay.values()].map(({ attempt }) => attempt);
    if (attempts.length > 0) await this.#options.boss.touch(RUNS_QUEUE, attempts).catch(() => {});
  }

  #giveBack(): void {
    for (const [runId, resolve] of this.#returning) {
      if (this.running >= this.#options.maxConcurrent) return;
      this.#returning.delete(runId);
      this.#aside.delete(runId);
      resolve();
    }
  }

  async #count(): Promise<void> {
    const { rows } = await this.#options.pool.query<{
      waiting: number;
      newest: number | null;
      needs: string[];
    }>(
      `select count(*) as waiting, (select max(-priority) from ${QUEUE_SCHEMA}.job
         where name = '${RUNS_QUEUE}' and state = 'active') as newest,
         (select coalesce(array_agg(need), '{}') from needs) as needs from ${WAITING}`,
    );
    const [told] = rows;
    this.#isCounted = true;
    this.#waiting = told?.waiting ?? 0;
    this.#needs = told?.needs ?? [];
    if (told?.newest != null) this.#turns.started(told.newest);
  }

  #hasAny(need: string): boolean {
    return need === NO_NEED || this.#options.has(need);
  }

  /** Stored before the first job that has it, so whoever sees the job knows of the need. */
  async #noteNeed(need: string): Promise<void> {
    if (this.#knownNeeds.has(need)) return;
    await this.#options.pool.query('insert into needs (need) values ($1) on conflict do nothing', [need]);
    this.#knownNeeds.add(need);
  }

  #remember(runId: string, id: string): void {
    this.#sentIds.set(runId, id);
    for (const oldest of this.#sentIds.keys()) {
      if (this.#sentIds.size <= MOST_REMEMBERED) return;
      this.#sentIds.delete(oldest);
    }
  }

  /** Sent from here, or by another node: then it is looked for among those that wait. */
  async #idsOf(runId: string): Promise<string[]> {
    const known = this.#sentIds.get(runId);
    if (known !== undefined) return [known];
    const { rows } = await this.#options.pool.query<{ id: string }>(
      `select id from ${WAITING} and data ->> 'runId' = $1`,
      [runId],
    );
    return rows.map(({ id }) => id);
  }
}

/** The same for everybody who sends the same run at the same point of its life: it is stored once. */
function jobId({ runId, attempt = 0 }: QueueJob): string {
  const hex = createHash('sha256').update(`${runId} ${attempt}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
