/**
 * The truth of a run: one line of JSON per event, appended as it happens.
 *
 * `append` is synchronous and never waits: it stamps, encodes once and buffers. The writer groups what came
 * within a few milliseconds, or 64 KiB, into one write. What is flushed survives the death of the process; a
 * terminal event is also synced to the disk before `flush` resolves. A failed write loses nothing that was
 * written, keeps what was not, and is reported by `flush` and `pressure`; the next `flush` tries again.
 */
import type { Stamped } from '@design-jury/contracts/theater/sse';
import { AppendFile } from './append-file.ts';
import { EventLogError, toEventLogError } from './event-log-error.ts';
import { type SealedTranscript, sealTranscript } from './seal.ts';
import { DEFAULT_READ_LIMITS } from './transcript-lines.ts';

/** How long an event may wait for company. */
const GROUP_COMMIT_MS = 4;
/** A group this large is written at once. */
const GROUP_COMMIT_BYTES = 65_536;
/** More than this unwritten, and the producer is asked to wait. */
const PRESSURE_BYTES = 1_048_576;
/** More than this unwritten, and the producer did not wait: `append` refuses. */
export const OVERRUN_BYTES = 16 * PRESSURE_BYTES;

export interface EventLogOptions {
  file: string;
  /** Milliseconds since the epoch. Stamps never go back, even when the clock does. */
  clock: () => number;
  /** Which event is the last of a run; there is one. @defaultValue none */
  isTerminal?: (event: LogEvent) => boolean;
  /** Asked before each write: a process that lost its run must not write behind the one that has it. */
  mayWrite?: () => boolean | Promise<boolean>;
  /** What `repairTranscript` found, to append to a log left by another process. @defaultValue a new log */
  resume?: { lastSeq: number; terminal: unknown };
  /** @defaultValue PRESSURE_BYTES */
  pressureBytes?: number;
}

/** Anything with a name; the log adds number and time. */
export interface LogEvent {
  type: string;
}

export interface Appended<Event> {
  stamped: Stamped<Event>;
  /** The JSON of `stamped`, without the newline: what SSE sends too. */
  line: string;
}

export interface EventLog {
  readonly file: string;
  /** Seq of the newest event, 0 before the first. */
  readonly lastSeq: number;
  /**
   * Throws an `EventLogError` for a second terminal event, an event too long to be read back, a closed log and
   * a producer that ignored `pressure`.
   */
  append<Event extends LogEvent>(event: Event): Appended<Event>;
  /** Everything appended so far is written, terminal events synced. Rejects with an `EventLogError`. */
  flush(): Promise<void>;
  /** Null: go on. Otherwise wait for it; it rejects with an `EventLogError` when the log cannot be written. */
  pressure(): Promise<void> | null;
  /** Flushes, syncs, closes, and compresses a large log. */
  seal(): Promise<SealedTranscript>;
  /** Flushes what it can and releases the file. For a log that cannot be sealed. */
  close(): Promise<void>;
}

/** Where lines go that a log has grouped. A batch that could not be written is taken back, or written again. */
export interface LogSink {
  /** Each the JSON of one event; numbered on from `firstSeq`. */
  append(lines: readonly string[], firstSeq: number): Promise<void>;
  /** What was appended survives a power cut when this resolves. */
  sync(): Promise<void>;
  close(): Promise<void>;
  /** Nothing more is appended. */
  seal(): Promise<SealedTranscript>;
}

export function createEventLog(options: EventLogOptions): EventLog {
  return new BufferedEventLog(options, fileSink(options));
}

/** The same log over any other sink; `file` is its name in sentences. */
export function createLogOver(sink: LogSink, options: EventLogOptions): EventLog {
  return new BufferedEventLog(options, sink);
}

function fileSink({ file, resume }: EventLogOptions): LogSink {
  const sink = new AppendFile(file, resume === undefined ? 'fresh' : 'resume');
  return {
    append: (lines) => sink.append(Buffer.from(`${lines.join('\n')}\n`)),
    sync: () => sink.sync(),
    close: () => sink.close(),
    seal: () => sealTranscript(file),
  };
}

/** Waits until `bytes` of everything appended are committed. */
interface Waiter {
  bytes: number;
  resolve: () => void;
  reject: (error: EventLogError) => void;
}

class BufferedEventLog implements EventLog {
  readonly file: string;
  readonly #clock: () => number;
  readonly #isTerminal: (event: LogEvent) => boolean;
  readonly #mayWrite: () => boolean | Promise<boolean>;
  readonly #pressureBytes: number;
  readonly #sink: LogSink;
  #seq: number;
  #hasTerminal: boolean;
  #lastMs = Number.NEGATIVE_INFINITY;
  #lastAt = '';
  #pending: string[] = [];
  #syncPending = false;
  #appended = 0;
  #committed = 0;
  #waiters: Waiter[] = [];
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> | null = null;
  #failure: EventLogError | null = null;
  #closed = false;

  constructor(options: EventLogOptions, sink: LogSink) {
    const { file, clock, resume, pressureBytes = PRESSURE_BYTES } = options;
    this.file = file;
    this.#isTerminal = options.isTerminal ?? (() => false);
    this.#mayWrite = options.mayWrite ?? (() => true);
    this.#clock = clock;
    this.#pressureBytes = pressureBytes;
    this.#sink = sink;
    this.#seq = resume?.lastSeq ?? 0;
    this.#hasTerminal = resume !== undefined && resume.terminal !== null;
  }

  get lastSeq(): number {
    return this.#seq;
  }

  append<Event extends LogEvent>(event: Event): Appended<Event> {
    const terminal = this.#isTerminal(event);
    this.#refuse(event.type, terminal);
    // Last, so that an event read from another log is stamped anew.
    const stamped = { ...event, seq: this.#seq + 1, at: this.#now() };
    const line = JSON.stringify(stamped);
    const bytes = Buffer.byteLength(line) + 1;
    if (bytes > DEFAULT_READ_LIMITS.maxLineBytes) {
      throw new EventLogError('too_long', this.file, `${event.type} takes ${bytes} bytes in one line`);
    }
    this.#seq += 1;
    this.#hasTerminal ||= terminal;
    this.#syncPending ||= terminal;
    this.#pending.push(line);
    this.#appended += bytes;
    this.#schedule();
    return { stamped, line };
  }

  flush(): Promise<void> {
    if (this.#committed === this.#appended) return Promise.resolve();
    if (this.#closed) return settled(Promise.reject(this.#failure ?? this.#closedError()));
    this.#failure = null;
    const flushed = this.#waitFor(this.#appended);
    this.#write();
    return flushed;
  }

  pressure(): Promise<void> | null {
    if (this.#failure !== null) return settled(Promise.reject(this.#failure));
    if (this.#unwritten <= this.#pressureBytes) return null;
    // Down to half, so that a slow disk does not stop and start the producer at every event.
    return this.#waitFor(this.#appended - Math.floor(this.#pressureBytes / 2));
  }

  async seal(): Promise<SealedTranscript> {
    await this.flush();
    this.#closed = true;
    try {
      await this.#sink.sync();
      await this.#sink.close();
      return await this.#sink.seal();
    } catch (error) {
      throw toEventLogError(error, this.file);
    }
  }

  async close(): Promise<void> {
    await this.flush().catch(() => {});
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    // A write that somebody else asked for again would open the file behind us.
    await this.#writing;
    await this.#sink.close().catch(() => {});
  }

  get #unwritten(): number {
    return this.#appended - this.#committed;
  }

  #refuse(type: string, terminal: boolean): void {
    if (this.#closed) throw this.#closedError();
    if (terminal && this.#hasTerminal) {
      throw new EventLogError('terminal', this.file, `${type} would be a second terminal event`);
    }
    if (this.#unwritten > OVERRUN_BYTES) {
      throw new EventLogError('overrun', this.file, `${this.#unwritten} bytes wait to be written`);
    }
  }

  #closedError(): EventLogError {
    return new EventLogError('closed', this.file, 'the log is closed');
  }

  #now(): string {
    const ms = this.#clock();
    if (ms > this.#lastMs) {
      this.#lastMs = ms;
      this.#lastAt = new Date(ms).toISOString();
    }
    return this.#lastAt;
  }

  #waitFor(bytes: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiters.push({ bytes, resolve, reject });
    return settled(promise);
  }

  #schedule(): void {
    if (this.#writing !== null || this.#failure !== null) return;
    if (this.#unwritten >= GROUP_COMMIT_BYTES || this.#syncPending) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), GROUP_COMMIT_MS);
  }

  #write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing ??= this.#drain();
  }

  /** Never rejects: what went wrong goes to `#failure` and to everyone who waits. */
  async #drain(): Promise<void> {
    try {
      do await this.#commitGroup();
      while (this.#unwritten > 0 && (this.#waiters.length > 0 || this.#unwritten >= GROUP_COMMIT_BYTES));
    } catch (error) {
      this.#fail(toEventLogError(error, this.file));
    }
    this.#writing = null;
    if (this.#unwritten > 0 && !this.#closed) this.#schedule();
  }

  async #commitGroup(): Promise<void> {
    if (this.#pending.length > 0 && !(await this.#mayWrite()))
      throw new EventLogError('lost', this.file, 'another process has taken the run over');
    const target = this.#appended;
    // Read before the next await: it tells whether the terminal event is in *this* group.
    const sync = this.#syncPending;
    await this.#writePending();
    if (sync) {
      await this.#sink.sync();
      this.#syncPending = false;
    }
    this.#committed = target;
    this.#waiters = this.#waiters.filter((waiter) => {
      if (waiter.bytes <= target) waiter.resolve();
      return waiter.bytes > target;
    });
  }

  async #writePending(): Promise<void> {
    const group = this.#pending;
    // Written already when only the sync has to be tried again.
    if (group.length === 0) return;
    this.#pending = [];
    try {
      await this.#sink.append(group, this.#seq - group.length + 1);
    } catch (error) {
      this.#pending = group.concat(this.#pending);
      throw error;
    }
  }

  #fail(failure: EventLogError): void {
    this.#failure = failure;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) waiter.reject(failure);
  }
}

/** A caller may drop the promise; the failure is kept and said again, so it must not end the process. */
function settled(promise: Promise<void>): Promise<void> {
  promise.catch(() => {});
  return promise;
}
