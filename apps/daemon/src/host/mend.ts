/** Runs whose row says that somebody performs them while nobody does: what a restart would do is done at once, or later. */
import { setTimeout as delay } from 'node:timers/promises';
import { RUN_ENDED_EVENT } from '@design-jury/contracts/http';
import type { RunRecord } from '@design-jury/contracts/run';
import type { FaultReport } from '../fault-report.ts';
import type { HostServices } from './host.ts';
import type { Lease } from './lease.ts';
import type { AnyProtocol } from './protocol.ts';
import { recoverLeft, recoverRun } from './recovery.ts';

/** How often, and after how long, it is tried again to write how a run was left: the store may be away for a moment. */
const MEND = { tries: 5, pauseMs: 1_000 };
/** How often it is tried again after that, for as long as this process lives: a full disk has room again some day. */
const MEND_LATER_MS = 5_000;

interface MenderOptions extends HostServices {
  protocol(id: string): Promise<AnyProtocol>;
  get(runId: string): Promise<RunRecord>;
  /** Somebody performs it in this process. */
  isActive(runId: string): boolean;
  report: FaultReport;
}

export class RunMender {
  readonly #options: MenderOptions;
  readonly #unmended = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: MenderOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  async mend(run: RunRecord, lease: Lease): Promise<void> {
    const { get, report } = this.#options;
    for (let tries = MEND.tries; tries > 0 && (await lease.isKept()); tries--) {
      try {
        const left = await get(run.id);
        if (isLive(left)) this.#announce(run, (await recoverRun(this.#options, left, lease)).state);
        return;
      } catch (error) {
        report(error, run.id);
        await delay(MEND.pauseMs);
      }
    }
    this.#unmended.add(run.id);
    this.#timer ??= setInterval(() => void this.#mendLater(), MEND_LATER_MS).unref();
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  async #mendLater(): Promise<void> {
    const { get, isActive } = this.#options;
    for (const runId of this.#unmended)
      try {
        const left = await get(runId);
        const mended = isLive(left) && !isActive(runId) ? await recoverLeft(this.#options, left) : null;
        if (mended !== null) this.#announce(left, mended.state);
        if (!isLive(await get(runId))) this.#unmended.delete(runId);
      } catch {
        // Said when it was left; it is tried again.
      }
    if (this.#unmended.size === 0) this.close();
  }

  /** One that is only put aside is not over. */
  #announce({ id: runId, projectId }: RunRecord, state: string): void {
    if (state === 'paused') return;
    this.#options.bus.announce({ projectId, runId, name: RUN_ENDED_EVENT, data: { runId, state } });
  }
}

/** Its row says that somebody performs it, or is about to. */
export function isLive({ state }: RunRecord): boolean {
  return state === 'queued' || state === 'running';
}
