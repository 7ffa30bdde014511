/**
 * What a host does differently whose queue other nodes have too: a run is stored and sent before it is anybody's, may be performed
 * and stopped anywhere, and comes back when the node that had it is gone.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isOpen, type RunRecord } from '@design-jury/contracts/run';
import type { StopEnding } from '@design-jury/contracts/stop';
import { currentTrace } from '../trace-context.ts';
import type { Attachment } from './context.ts';
import type { HostOptions } from './host.ts';
import { acquireLease, type Lease } from './lease.ts';
import { isLive } from './mend.ts';
import type { NewRun, ProjectOfRun } from './new-run.ts';
import type { AnyProtocol } from './protocol.ts';
import type { Queue, QueueJob, QueueOptions } from './queue.ts';
import { recoverLeft } from './recovery.ts';
import type { RunStop } from './stop.ts';

/** What makes a host one of many. */
export interface HostFleet {
  queue(options: QueueOptions): Queue;
  /** What a run needs of whoever performs it. Throws where nobody can. */
  needsOf(run: RunRecord, request: unknown): string;
  /** True for what only this node has. */
  isHere(need: string): boolean;
  /** True for what only one other node had, which is gone: the run can be ended or put aside, and no more. */
  isOfAnother(need: string): boolean;
  /** A run that another node may perform is to stop. */
  askStop(runId: string, ending: StopEnding): Promise<void>;
  /** Null where nobody asked for it. */
  askedStop(runId: string): Promise<StopEnding | null>;
  /** How long what is under way may still take when this node goes. */
  drainMs: number;
}

/** The reason of a run that was put aside, or ended, because its process goes. */
export const SHUTDOWN = 'daemon_shutdown';
/** How often it is looked whether a run of another node is over, for whoever waits for it. */
const LOOK_MS = 200;
/** Runs that wait for this node and what they were started with. */
const MOST_ATTACHED = 1_000;

interface ActiveRun {
  stop: RunStop;
  done: { promise: Promise<RunRecord> };
}

/** What it needs of the host. */
export interface SharedHost {
  options: HostOptions & { fleet: HostFleet };
  active: ReadonlyMap<string, ActiveRun>;
  cancel(runId: string): Promise<boolean>;
  activate(runId: string, attachment: Attachment): ActiveRun;
  enqueue(record: RunRecord, request: unknown): Promise<void>;
  performNow(record: RunRecord): Promise<void>;
  endUnstarted(run: RunRecord, stop: StopEnding, lease: Lease): Promise<void>;
  get(runId: string): Promise<RunRecord>;
  protocol(id: string): Promise<AnyProtocol>;
  nextTurn(): Promise<void>;
}

export class SharedRuns {
  readonly #host: SharedHost;
  readonly #attached = new Map<string, Attachment>();

  constructor(host: SharedHost) {
    this.#host = host;
  }

  /** The row first: whoever takes the job finds it. */
  async start(order: NewRun, project: ProjectOfRun, record: RunRecord): Promise<RunRecord> {
    const { store, fleet, places, callersTrace, report } = this.#host.options;
    const needs = fleet.needsOf(record, order.request);
    if (project.isNew) await store.createProject(project.project);
    await store.insertRun(record);
    try {
      await places(record).writeRequest(order.request, currentTrace() ?? callersTrace ?? null);
      if (fleet.isHere(needs)) this.attach(record.id, order.attachment ?? {});
      await this.#host.enqueue(record, order.request);
      if (!fleet.isHere(needs)) await places(record).leave();
    } catch (error) {
      // It is stored and will never be performed: it says so.
      const message = error instanceof Error ? error.message : String(error);
      await this.#endStored(record, message).catch((fault: unknown) => report(fault, record.id));
      throw error;
    }
    return record;
  }

  /** A run that was put aside waits for whoever goes on with it. */
  async resume(record: RunRecord, attachment: Attachment): Promise<void> {
    this.attach(record.id, attachment);
    await this.sendAgain(record);
  }

  async sendAgain(record: RunRecord): Promise<void> {
    await this.#host.enqueue(record, await this.#host.options.places(record).readRequest());
  }

  /** A run that waits is ended here; one that is under way is ended by whoever performs it. */
  async stop(runId: string, ending: StopEnding): Promise<boolean> {
    const run = await this.#host.get(runId);
    if (!isLive(run)) return false;
    await this.#host.options.fleet.askStop(runId, ending);
    if (!(await this.#host.cancel(runId))) return true;
    this.#host.activate(runId, {}).stop.request(ending);
    await this.#host.performNow(run);
    return true;
  }

  /** Of those that are under way here: who is asked to stop is told so. */
  async heedStops(runIds: readonly string[]): Promise<void> {
    for (const runId of runIds) {
      const active = this.#host.active.get(runId);
      const asked = active === undefined ? null : await this.#host.options.fleet.askedStop(runId);
      if (asked !== null) active?.stop.request(asked);
    }
  }

  async done(runId: string): Promise<RunRecord> {
    for (;;) {
      const here = this.#host.active.get(runId)?.done.promise;
      if (here !== undefined) return here;
      const run = await this.#host.get(runId);
      if (!isLive(run)) return run;
      await delay(LOOK_MS);
    }
  }

  /** What is under way may end by itself first, within a limit. */
  async drain(): Promise<void> {
    const { active, options } = this.#host;
    if (active.size === 0) return;
    const over = Promise.allSettled([...active.values()].map(({ done }) => done.promise));
    await Promise.race([over, delay(options.fleet.drainMs, undefined, { ref: false })]);
  }

  /** A job may come twice: what is over stays so, and what another node left is ended or gone on with. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most of the time there is nothing to say
  async perform({ runId, needs = '' }: QueueJob): Promise<void | 'again'> {
    const { options } = this.#host;
    const run = await options.store.getRun(runId);
    if (run === null || !isOpen(run.state)) return;
    const isLeft = options.fleet.isOfAnother(needs);
    if (run.state === 'running' || (run.state === 'queued' && isLeft)) {
      const services = { ...options, protocol: (id: string) => this.#host.protocol(id) };
      if ((await recoverLeft(services, run, options.leaseMs)) === null) return 'again';
    }
    if (isLeft) return;
    const left = await this.#host.get(runId);
    if (!isOpen(left.state)) return;
    const active = this.#host.activate(runId, this.#attached.get(runId) ?? {});
    this.#attached.delete(runId);
    const asked = await options.fleet.askedStop(runId);
    if (asked !== null) active.stop.request(asked);
    await this.#host.nextTurn();
    const failure = await this.#host.performNow(left).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    const now = await this.#host.get(runId);
    // Somebody else has it, or this node goes: whoever gets the job next goes on with it.
    if (isLive(now) || (now.state === 'paused' && now.recoveryReason === SHUTDOWN)) return 'again';
    // What can be resumed may be asked for more than its rows: its folder stays.
    const { resumable } = await this.#host.protocol(now.protocol);
    if (!resumable && !isOpen(now.state)) await options.places(now).leave();
    if (failure !== null) throw failure.error;
  }

  attach(runId: string, attachment: Attachment): void {
    this.#attached.set(runId, attachment);
    for (const oldest of this.#attached.keys()) {
      if (this.#attached.size <= MOST_ATTACHED) return;
      this.#attached.delete(oldest);
    }
  }

  async #endStored(record: RunRecord, message: string): Promise<void> {
    const { store, clock, leaseMs } = this.#host.options;
    const leases = { store: store.leases, clock, ...(leaseMs !== undefined && { leaseMs }) };
    const lease = await acquireLease(record.id, { ...leases, isAlone: false });
    if (lease === null) return;
    try {
      await this.#host.endUnstarted(record, { type: 'failed', cause: 'storage_error', message }, lease);
    } finally {
      await lease.release();
    }
  }
}
