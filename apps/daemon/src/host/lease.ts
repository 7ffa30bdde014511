/**
 * The one way to own work: a row in the store, renewed while its process lives. A run has one from the moment it is stored,
 * and its project too while it is under way, so two processes never perform two runs of one project. A process of this machine that is gone is seen at once; any other, when
 * its time is over. Who could not renew in time stops writing by itself.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { startTicks } from '../agents/process-group.ts';
import { isAlive } from '../disk/living-process.ts';
import type { LeaseHolder, LeaseStore } from '../store/leases.ts';
import { note } from '../work.ts';

export const LEASE_MS = 30_000;
const RENEWALS = 3;

export interface Lease {
  readonly owner: string;
  /**
   * Whether it is still ours. Where it was not renewed in time, as after a process was stopped for a while, the store is
   * asked: nothing may be written unless nobody has taken it meanwhile.
   */
  isKept(): Promise<boolean>;
  /** Aborted when it was lost. */
  readonly lost: AbortSignal;
  /** From here on no other run of the project is under way; false while another is. */
  takeProject(): Promise<boolean>;
  release(): Promise<void>;
}

export interface LeaseOptions {
  store: LeaseStore;
  clock: () => number;
  /** How long a silent owner keeps its run. @default 30 s */
  leaseMs?: number;
  /** False: another run of the project may be under way; for a run that is only ended. @default true */
  isAlone?: boolean;
}

/** Null while somebody else has the run, or another run of its project. */
export async function acquireLease(
  runId: string,
  { store, clock, leaseMs = LEASE_MS, isAlone = true }: LeaseOptions,
): Promise<Lease | null> {
  const now = clock();
  const owner = newOwner();
  const gone = (await store.holders(runId, now)).filter(isGone).map((holder) => holder.owner);
  if (!(await store.claim({ runId, owner, now, until: now + leaseMs, gone, isAlone }))) return null;
  return new HeldLease(runId, owner, store, clock, leaseMs);
}

/** Of a run that was stored with this owner. */
export function leaseOf(
  runId: string,
  owner: string,
  { store, clock, leaseMs = LEASE_MS }: Omit<LeaseOptions, 'isAlone'>,
): Lease {
  return new HeldLease(runId, owner, store, clock, leaseMs);
}

export function newOwner(): string {
  return `${processName()}/${randomUUID()}`;
}

/** The processes that have the run, or another run of its project, and live. */
export async function livingHolders(
  runId: string,
  { store, clock }: Pick<LeaseOptions, 'store' | 'clock'>,
): Promise<LeaseHolder[]> {
  return (await store.holders(runId, clock())).filter((holder) => !isGone(holder));
}

class HeldLease implements Lease {
  readonly owner: string;
  readonly #runId: string;
  readonly #store: LeaseStore;
  readonly #clock: () => number;
  readonly #leaseMs: number;
  readonly #renewal: NodeJS.Timeout;
  readonly #lost = new AbortController();
  /** By the clock that never jumps. */
  #renewedAt = performance.now();

  constructor(runId: string, owner: string, store: LeaseStore, clock: () => number, leaseMs: number) {
    this.#runId = runId;
    this.owner = owner;
    this.#store = store;
    this.#clock = clock;
    this.#leaseMs = leaseMs;
    this.#renewal = setInterval(() => void this.#renew(), leaseMs / RENEWALS).unref();
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  async isKept(): Promise<boolean> {
    if (!this.#lost.signal.aborted && this.#isOverdue) await this.#renew();
    return !this.#lost.signal.aborted;
  }

  get #isOverdue(): boolean {
    return performance.now() - this.#renewedAt >= this.#leaseMs;
  }

  async takeProject(): Promise<boolean> {
    if (this.#lost.signal.aborted) return false;
    const now = this.#clock();
    const asked = performance.now();
    const holders = await this.#store.holders(this.#runId, now);
    const claim = { runId: this.#runId, owner: this.owner, now, until: now + this.#leaseMs, isAlone: true };
    const gone = holders.filter(isGone).map((holder) => holder.owner);
    const isTaken = await this.#store.claim({ ...claim, gone });
    if (isTaken) this.#renewedAt = asked;
    return isTaken;
  }

  async release(): Promise<void> {
    clearInterval(this.#renewal);
    await this.#store.release(this.#runId, this.owner);
  }

  /** A store that is away for a moment is asked again; after the whole time the run is no longer ours. */
  async #renew(): Promise<void> {
    const [now, asked] = [this.#clock(), performance.now()];
    try {
      const gone = (await this.#store.holders(this.#runId, now)).filter(isGone).map(({ owner }) => owner);
      const renewal = { runId: this.#runId, owner: this.owner, now, until: now + this.#leaseMs, gone };
      if (await this.#store.renew(renewal)) this.#renewedAt = asked;
      else this.#lose();
    } catch {
      if (this.#isOverdue) this.#lose();
    }
  }

  #lose(): void {
    if (!this.#lost.signal.aborted) note({ kind: 'lease_lost', runId: this.#runId });
    this.#lost.abort();
  }
}

const NO_TICKS = '-';

/** `host/boot/pid/ticks`: a number that was given to another process since has other ticks. */
export function processName(pid = process.pid): string {
  return [machine(), bootId(), pid, startTicks(pid) ?? NO_TICKS].join('/');
}

/** Whether the process of that name is surely gone; of another machine nobody can tell. */
export function isGone({ owner }: Pick<LeaseHolder, 'owner'>): boolean {
  const [where, boot, pid, ticks] = owner.split('/');
  if (where !== machine()) return false;
  // Started anew since: whoever it was, it is gone.
  if (boot !== bootId()) return true;
  // Where a system does not tell when a process began, its number has to do.
  if (ticks === NO_TICKS) return !isAlive(Number(pid));
  return startTicks(Number(pid)) !== ticks;
}

function machine(): string {
  return hostname().replaceAll('/', '-');
}

let knownBoot: string | null = null;

function bootId(): string {
  knownBoot ??= readBootId();
  return knownBoot;
}

function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return NO_TICKS;
  }
}
