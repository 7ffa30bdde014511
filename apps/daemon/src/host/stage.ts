/**
 * What a protocol stands on while it plays: the event log and the bus behind `emit`, the artifact's folder, the
 * clocks, and the word to stop. One for each run; the host makes and strikes it.
 *
 * An event is published when it is on file, so that whoever resumes from the file misses nothing. The terminal
 * event waits for `release`: who hears of the end must find the run ended.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { RunLimits } from '@design-jury/contracts/defaults';
import type { RunRound } from '@design-jury/contracts/run';
import {
  type CritiqueSseEvent,
  isTerminalEvent,
  type TerminalEvent,
} from '@design-jury/contracts/theater/sse';
import { type ArtifactWriter, createArtifactWriter, extensionOf, pointFinal } from './artifacts/artifacts.ts';
import type { EventLog } from './log/event-log.ts';
import { Deadlines, RunStop } from './stop.ts';
import type { Bus, PublishedItem } from './stream/bus.ts';

/** How long published events may lag behind, so that a group of them costs one write. */
const PUBLISH_LAG_MS = 2;

export interface StageOptions {
  projectId: string;
  runId: string;
  eventBase: number;
  folder: string;
  log: EventLog;
  bus: Bus;
  limits: RunLimits;
  saveRound(round: RunRound): Promise<void>;
}

export class Stage {
  readonly stop = new RunStop();
  readonly deadlines = new Deadlines(this.stop);
  readonly limits: RunLimits;
  readonly folder: string;
  readonly #options: StageOptions;
  #unpublished: PublishedItem[] = [];
  #terminal: PublishedItem | null = null;
  #publishing: Promise<void> | null = null;

  constructor(options: StageOptions) {
    this.#options = options;
    this.limits = options.limits;
    this.folder = options.folder;
  }

  /** Never throws: a log that refuses an event stops the run, typed. */
  emit(event: CritiqueSseEvent): void {
    const { projectId, runId, eventBase, log } = this.#options;
    try {
      const { stamped, line } = log.append(event);
      const item: PublishedItem = { projectId, runId, id: eventBase + stamped.seq, event: stamped, line };
      if (isTerminalEvent(event)) this.#terminal = item;
      else this.#unpublished.push(item);
      this.#publishing ??= this.#publish();
    } catch (error) {
      this.#storageFailed(error);
    }
  }

  /** Waits while the log is behind: this is how a slow disk holds the agent back. */
  async settle(): Promise<void> {
    const pressure = this.#options.log.pressure();
    if (pressure === null) return;
    await pressure.catch((error: unknown) => this.#storageFailed(error));
  }

  openArtifact(mime: string): ArtifactWriter {
    return createArtifactWriter(this.folder, {
      extension: extensionOf(mime),
      maxBytes: this.limits.maxArtifactBytes,
    });
  }

  /** Makes a stored artifact the run's final one. Rejects when that could not be written. */
  async pointFinal(sha256: string): Promise<void> {
    await pointFinal(this.folder, sha256);
  }

  async saveRound(round: RunRound): Promise<void> {
    await this.#options.saveRound(round).catch((error: unknown) => this.#storageFailed(error));
  }

  /** Everything said so far is on file and published, the terminal event excepted. Rejects when it is not. */
  async flush(): Promise<void> {
    await this.#publishing;
    await this.#options.log.flush();
    this.#publishAll();
  }

  /**
   * The end may be heard. `instead` replaces it where the end that was decided could not be written down: it is
   * then on no file, and only who watches hears it.
   */
  release(instead: TerminalEvent | null = null): void {
    this.#publishAll();
    const { log, projectId, runId, eventBase, bus } = this.#options;
    let item = this.#terminal;
    if (instead !== null) {
      const event = {
        ...instead,
        seq: item?.event.seq ?? log.lastSeq + 1,
        at: item?.event.at ?? new Date().toISOString(),
      };
      item = { projectId, runId, id: eventBase + event.seq, event, line: JSON.stringify(event) };
    }
    if (item !== null) bus.publish(item);
    this.#terminal = null;
  }

  async #publish(): Promise<void> {
    await delay(PUBLISH_LAG_MS);
    const items = this.#unpublished;
    this.#unpublished = [];
    try {
      await this.#options.log.flush();
    } catch (error) {
      this.#storageFailed(error);
    }
    // Even when the disk failed: who watches should see how far it came.
    for (const item of items) this.#options.bus.publish(item);
    this.#publishing = this.#unpublished.length > 0 ? this.#publish() : null;
  }

  #publishAll(): void {
    for (const item of this.#unpublished.splice(0)) this.#options.bus.publish(item);
  }

  #storageFailed(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.stop.request({ type: 'failed', cause: 'storage_error', message });
  }
}
