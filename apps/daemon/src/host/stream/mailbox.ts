/**
 * Fan-out of one project's frames to many readers.
 *
 * A reader's mailbox is not a list of its own: the channel keeps one window of recent frames, and a reader is
 * a cursor into it. So publishing costs the same for one reader or a thousand, readers at the same cursor share
 * one joined buffer, and a stuck reader costs a number. A frame leaves the window when every reader passed it.
 *
 *   held ──release──► live ──► closed        held: replaying the log; frames wait, or it is told it lagged
 *                      │▲
 *               full   ▼│ drained            full: its socket takes no more; frames wait, at most a mailbox
 */

import { note } from '../../work.ts';

/** One event as it goes over the wire, encoded once for all readers. */
export interface Frame {
  /** Null for a frame that describes the present and is never replayed. */
  id: number | null;
  runId: string;
  bytes: Buffer;
}

export type CloseReason = 'overflow' | 'stalled' | 'shutdown';

/** Where a reader's bytes go. Neither method may throw, and `close` may be called twice. */
export interface Sink {
  /** Takes the bytes in any case; false asks to wait for `drained`. */
  write(bytes: Buffer): boolean;
  close(reason: CloseReason): void;
}

export interface MailboxLimits {
  /** Frames a reader may be behind. */
  frames: number;
  /** Bytes the frames of a window may hold together; one larger frame is still accepted alone. */
  bytes: number;
}

export const DEFAULT_MAILBOX: MailboxLimits = { frames: 256, bytes: 4 * 1024 * 1024 };

/** A reader whose socket took nothing during this many heartbeats is given up. */
const STALLED_BEATS = 2;

export interface Reader {
  /**
   * Ends the replay: everything up to `lastId` was sent. False when frames were missed meanwhile: replay again
   * from `lastId`, then release again.
   */
  release(lastId: number): boolean;
  drained(): void;
  close(): void;
}

interface Cursor {
  readonly sink: Sink;
  /** Only this run's frames; null for all of the project. */
  readonly runId: string | null;
  next: number;
  phase: 'held' | 'live' | 'closed';
  lagged: boolean;
  full: boolean;
  quietBeats: number;
  /** Ids up to here were replayed; 0 as soon as a later one was seen, because ids only grow. */
  skipThrough: number;
}

/** Frames from one cursor to the head, joined. `run` is null when they are of more than one run. */
interface Batch {
  bytes: Buffer;
  run: string | null;
}

export class Channel {
  readonly #limits: MailboxLimits;
  readonly #cursors = new Set<Cursor>();
  readonly #batches = new Map<number, Batch>();
  #frames: Frame[] = [];
  #bytes = 0;
  /** Number of the window's first frame; frames are numbered from 0 for the channel's life. */
  #base = 0;
  #scheduled = false;

  constructor(limits: MailboxLimits = DEFAULT_MAILBOX) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#cursors.size;
  }

  /** Frames the window holds now: what the slowest reader has not been given. */
  get backlog(): number {
    return this.#frames.length;
  }

  /** Joins held: frames from now on wait until `release`. */
  join(sink: Sink, runId: string | null): Reader {
    const cursor: Cursor = {
      sink,
      runId,
      next: this.#head,
      phase: 'held',
      lagged: false,
      full: false,
      quietBeats: 0,
      skipThrough: 0,
    };
    this.#cursors.add(cursor);
    return {
      release: (lastId) => this.#release(cursor, lastId),
      drained: () => this.#drained(cursor),
      close: () => this.#remove(cursor),
    };
  }

  push(frame: Frame): void {
    if (this.#cursors.size === 0) return;
    if (this.#lacksRoom(frame)) this.#makeRoom(frame);
    this.#frames.push(frame);
    this.#bytes += frame.bytes.length;
    this.#batches.clear();
    this.#schedule();
  }

  /** Gives every reader that can take it everything it lacks. Runs once per tick, not once per frame. */
  flush(): void {
    this.#scheduled = false;
    for (const cursor of this.#cursors) this.#deliver(cursor);
    this.#trim();
  }

  /** Keeps quiet connections open and gives up the ones that stopped taking bytes. */
  beat(ping: Buffer): void {
    for (const cursor of this.#cursors) {
      if (cursor.phase !== 'live') continue;
      if (!cursor.full) this.#write(cursor, ping);
      else if (++cursor.quietBeats >= STALLED_BEATS) this.#end(cursor, 'stalled');
    }
    this.#trim();
  }

  shutdown(): void {
    this.flush();
    for (const cursor of this.#cursors) this.#end(cursor, 'shutdown');
  }

  get #head(): number {
    return this.#base + this.#frames.length;
  }

  #release(cursor: Cursor, lastId: number): boolean {
    if (cursor.phase !== 'held') return true;
    if (cursor.lagged) {
      cursor.lagged = false;
      cursor.next = this.#head;
      return false;
    }
    cursor.phase = 'live';
    cursor.skipThrough = lastId;
    this.#deliver(cursor);
    this.#schedule();
    return true;
  }

  #drained(cursor: Cursor): void {
    if (!cursor.full) return;
    cursor.full = false;
    cursor.quietBeats = 0;
    this.#deliver(cursor);
    this.#schedule();
  }

  /** Trimming looks at every reader, so a thousand sockets that drain in one tick share one pass. */
  #schedule(): void {
    if (this.#scheduled || this.#frames.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => this.flush());
  }

  #deliver(cursor: Cursor): void {
    if (cursor.phase !== 'live' || cursor.full || cursor.next === this.#head) return;
    const bytes = this.#pending(cursor);
    cursor.next = this.#head;
    if (bytes.length > 0) this.#write(cursor, bytes);
  }

  #write(cursor: Cursor, bytes: Buffer): void {
    cursor.full = !cursor.sink.write(bytes);
  }

  #pending(cursor: Cursor): Buffer {
    const batch = this.#batchFrom(cursor.next);
    if (cursor.skipThrough === 0 && (cursor.runId === null || cursor.runId === batch.run)) return batch.bytes;
    const wanted = this.#frames.slice(cursor.next - this.#base).filter((frame) => isFor(cursor, frame));
    return Buffer.concat(wanted.map((frame) => frame.bytes));
  }

  #batchFrom(start: number): Batch {
    const known = this.#batches.get(start);
    if (known !== undefined) return known;
    const batch = joinFrames(this.#frames.slice(start - this.#base));
    this.#batches.set(start, batch);
    return batch;
  }

  #lacksRoom(frame: Frame): boolean {
    const { length } = this.#frames;
    return (
      length >= this.#limits.frames || (length > 0 && this.#bytes + frame.bytes.length > this.#limits.bytes)
    );
  }

  /** First by giving readers what they can take; then by losing the slowest, who resume from the log. */
  #makeRoom(frame: Frame): void {
    this.flush();
    for (let tries = this.#frames.length; tries > 0 && this.#lacksRoom(frame); tries--) {
      for (const cursor of this.#cursors) {
        if (cursor.next !== this.#base || cursor.lagged) continue;
        if (cursor.phase === 'held') cursor.lagged = true;
        else this.#end(cursor, 'overflow');
      }
      this.#trim();
    }
  }

  /** Forgets the frames every reader has passed. */
  #trim(): void {
    let slowest = this.#head;
    for (const cursor of this.#cursors) if (!cursor.lagged && cursor.next < slowest) slowest = cursor.next;
    const passed = slowest - this.#base;
    if (passed === 0) return;
    for (const frame of this.#frames.splice(0, passed)) this.#bytes -= frame.bytes.length;
    this.#base = slowest;
    this.#batches.clear();
  }

  #end(cursor: Cursor, reason: CloseReason): void {
    this.#remove(cursor);
    note({ kind: 'stream_closed', facts: { reason } });
    cursor.sink.close(reason);
  }

  #remove(cursor: Cursor): void {
    cursor.phase = 'closed';
    this.#cursors.delete(cursor);
    this.#schedule();
  }
}

function isFor(cursor: Cursor, frame: Frame): boolean {
  if (frame.id !== null) {
    // A frame can be read from the log before it is published: the replay already sent it.
    if (frame.id <= cursor.skipThrough) return false;
    cursor.skipThrough = 0;
  }
  return cursor.runId === null || cursor.runId === frame.runId;
}

function joinFrames(frames: readonly Frame[]): Batch {
  const [first, second] = frames;
  return {
    bytes:
      first !== undefined && second === undefined
        ? first.bytes
        : Buffer.concat(frames.map(({ bytes }) => bytes)),
    run: first !== undefined && frames.every(({ runId }) => runId === first.runId) ? first.runId : null,
  };
}
