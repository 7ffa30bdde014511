/**
 * What a protocol stands on while it performs: its state, the log and the bus behind `feed` and `emit`, the run's folder,
 * the clocks, the word to stop, and a person to ask. One for each run; the host makes it.
 *
 * An event is published when it is on file, so that whoever resumes from the file misses nothing. The last one waits for
 * `release`: who learns of the end must find the run ended.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { RunLimits } from '@design-jury/contracts/defaults';
import { INPUT_EVENT, type RunEvent, type RunRecord, type RunRound } from '@design-jury/contracts/run';
import { type FaultReport, withReport } from '../fault-report.ts';
import { timed } from '../work.ts';
import { type ArtifactWriter, extensionOf } from './artifacts/artifacts.ts';
import type { EventLog } from './log/event-log.ts';
import type { RunPlace } from './place/place.ts';
import type { EventBody, Setup } from './protocol.ts';
import type { Asking, AskOptions, AskResult } from './questions/ask.ts';
import { Deadlines, type RunStop } from './stop.ts';
import type { Bus, PublishedItem } from './stream/bus.ts';

/** How long published events may lag behind, so that a group of them costs one write. */
const PUBLISH_LAG_MS = 2;

/** What the one who started the run has at hand and does not store: agents that are open, a terminal, a key. */
export type Attachment = Readonly<Record<string, unknown>>;

export interface ContextOptions {
  setup: Setup<unknown>;
  place: RunPlace;
  log: EventLog;
  bus: Bus;
  limits: RunLimits;
  stop: RunStop;
  clock: () => number;
  attachment: Attachment;
  isTerminal: (event: EventBody) => boolean;
  saveRound(round: RunRound): Promise<void>;
  ask(askings: readonly Asking[], options: Omit<AskOptions, 'signal'>): Promise<AskResult>;
  /** Tells a fault of ours. The id under which the log has it, where there is one. */
  fault(error: unknown): ReturnType<FaultReport>;
  /** Transitions, emits, and returns when the machine has taken it. */
  take(input: EventBody): Promise<void>;
  state(): unknown;
}

export interface RunContext<
  Request = unknown,
  State = unknown,
  Input extends EventBody = EventBody,
  Event extends EventBody = EventBody,
> extends Setup<Request> {
  readonly run: RunRecord;
  readonly state: State;
  readonly folder: string;
  readonly limits: RunLimits;
  readonly stop: RunStop;
  readonly deadlines: Deadlines;
  readonly signal: AbortSignal;
  readonly attachment: Attachment;
  now(): number;
  /** What came of an effect, for the machine. Resolves when it was taken and the log is not behind. */
  feed(input: Input): Promise<void>;
  /** What is seen and decides nothing: progress, traces. Never throws. */
  emit(event: Event): void;
  /** Waits while the log is behind: this is how a slow disk holds the agent back. */
  settle(): Promise<void>;
  /** Everything said so far is on file and published. */
  flush(): Promise<void>;
  openArtifact(mime: string): ArtifactWriter;
  /** Makes a stored artifact the run's final one. Rejects when that could not be written. */
  pointFinal(sha256: string): Promise<void>;
  saveRound(round: RunRound): Promise<void>;
  /** Tells a fault of ours with its stack; what the run says of it, with the id under which the log has it. */
  fault(error: unknown): string;
  /** Puts questions to a person: stored first, asked once whoever performs. */
  ask(askings: readonly Asking[], options: Omit<AskOptions, 'signal'>): Promise<AskResult>;
}

export class HostContext implements RunContext {
  readonly deadlines: Deadlines;
  readonly #options: ContextOptions;
  #unpublished: PublishedItem[] = [];
  #terminal: PublishedItem | null = null;
  #publishing: Promise<void> | null = null;

  constructor(options: ContextOptions) {
    this.#options = options;
    this.deadlines = new Deadlines(options.stop);
  }

  get run(): RunRecord {
    return this.#options.setup.run;
  }

  get request(): unknown {
    return this.#options.setup.request;
  }

  get state(): unknown {
    return this.#options.state();
  }

  get folder(): string {
    return this.#options.place.folder;
  }

  get limits(): RunLimits {
    return this.#options.limits;
  }

  get stop(): RunStop {
    return this.#options.stop;
  }

  get signal(): AbortSignal {
    return this.#options.stop.signal;
  }

  get attachment(): Attachment {
    return this.#options.attachment;
  }

  now(): number {
    return this.#options.clock();
  }

  async feed(input: EventBody): Promise<void> {
    await this.#options.take(input);
    await this.settle();
  }

  emit(event: EventBody): void {
    const { log, isTerminal } = this.#options;
    try {
      const { stamped, line } = log.append(event);
      const item = this.#item(stamped as RunEvent, line);
      if (isTerminal(event)) this.#terminal = item;
      else this.#unpublished.push(item);
      this.#publishing ??= this.#publish();
    } catch (error) {
      this.#storageFailed(error);
    }
  }

  /** Written for whoever resumes the run; no client is sent it. */
  keepInput(input: EventBody): void {
    try {
      this.#options.log.append({ type: INPUT_EVENT, ...{ input } });
    } catch (error) {
      this.#storageFailed(error);
    }
  }

  async settle(): Promise<void> {
    const pressure = this.#options.log.pressure();
    if (pressure === null) return;
    await pressure.catch((error: unknown) => this.#storageFailed(error));
  }

  fault(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error);
    return withReport(message, this.#options.fault(error));
  }

  openArtifact(mime: string): ArtifactWriter {
    return this.#options.place.openArtifact({
      extension: extensionOf(mime),
      maxBytes: this.limits.maxArtifactBytes,
    });
  }

  async pointFinal(sha256: string): Promise<void> {
    await this.#options.place.pointFinal(sha256);
  }

  async saveRound(round: RunRound): Promise<void> {
    await timed({ kind: 'persist_round', runId: this.run.id, round: round.n }, () =>
      this.#options.saveRound(round),
    ).catch((error: unknown) => this.#storageFailed(error));
  }

  async ask(askings: readonly Asking[], options: Omit<AskOptions, 'signal'>): Promise<AskResult> {
    await this.flush();
    return this.#options.ask(askings, options);
  }

  /** The last event excepted. Rejects when something could not be written. */
  async flush(): Promise<void> {
    await this.#publishing;
    await this.#options.log.flush();
    this.#publishAll();
  }

  /**
   * The end may be published. `instead` replaces it where the end that was decided could not be written down: it is then
   * on no file, and only who watches learns of it.
   */
  release(instead: EventBody | null = null): void {
    this.#publishAll();
    const { log, bus, clock } = this.#options;
    let item = this.#terminal;
    if (instead !== null) {
      const event = {
        ...instead,
        seq: item?.event.seq ?? log.lastSeq + 1,
        at: item?.event.at ?? new Date(clock()).toISOString(),
      };
      item = this.#item(event, JSON.stringify(event));
    }
    if (item !== null) bus.publish(item);
    this.#terminal = null;
  }

  #item(event: RunEvent, line: string): PublishedItem {
    const { id, projectId, eventBase } = this.run;
    return { projectId, runId: id, id: (eventBase ?? 0) + event.seq, event, line };
  }

  async #publish(): Promise<void> {
    await delay(PUBLISH_LAG_MS);
    const items = this.#unpublished;
    this.#unpublished = [];
    try {
      await timed({ kind: 'log_flush', runId: this.run.id }, () => this.#options.log.flush());
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
