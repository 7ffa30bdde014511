/**
 * The live view's own thread. Measuring a page keeps the main thread busy for a second at a time; drawn there, the
 * clock would stand still and the view would look dead. Events arrive by message and are folded here.
 */
import { writeSync } from 'node:fs';
import { isatty, WriteStream } from 'node:tty';
import { parentPort, workerData } from 'node:worker_threads';
import { type CritiqueState, fold, IDLE } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import type { Paint } from './paint.ts';
import { Screen } from './screen.ts';
import { viewLines } from './view.ts';

export interface ScreenSetup {
  title: string;
  paint: Paint;
  /** File descriptor of the terminal. */
  fd: number;
  /** When the view was asked for, by `Date.now()`: this thread starts a little later. */
  startedAt: number;
}

export type ScreenMessage =
  | { type: 'event'; event: TranscriptEvent }
  | { type: 'notice'; text: string | null }
  /** The run's clock shows `atMs` and runs `rate` times as fast as ours. */
  | { type: 'clock'; atMs: number; rate: number }
  | { type: 'close'; last: 'keep' | 'erase' };

function draw(port: NonNullable<typeof parentPort>, setup: ScreenSetup): void {
  const { title, paint, fd } = setup;
  const size = sizeOf(fd);
  let state: CritiqueState = IDLE;
  let notice: string | null = null;
  let clock = { atMs: Math.max(0, Date.now() - setup.startedAt), rate: 1, since: performance.now() };
  const terminal = {
    write: (text: string) => writeAll(fd, text),
    size,
  };
  const screen = new Screen(terminal, ({ columns, rows }, isLast) => {
    const elapsedMs = clock.atMs + (performance.now() - clock.since) * clock.rate;
    return viewLines({ state, title, elapsedMs, columns, rows, paint, notice, isLast });
  });
  screen.refresh();
  port.on('message', (message: ScreenMessage) => {
    switch (message.type) {
      case 'event':
        state = fold(state, message.event);
        break;
      case 'notice':
        notice = message.text;
        break;
      case 'clock':
        clock = { atMs: message.atMs, rate: message.rate, since: performance.now() };
        break;
      case 'close':
        screen.close(message.last);
        port.postMessage('closed');
        port.close();
        return;
    }
    screen.refresh();
  });
}

const FALLBACK_SIZE = { columns: 80, rows: 24 };

/**
 * Asked anew for every frame. The signal for a new size reaches the main thread only, and only when that
 * has time; Node's stream knows how to ask by itself, but has no public name for it.
 */
function sizeOf(fd: number): () => { columns: number; rows: number } {
  if (!isatty(fd)) return () => FALLBACK_SIZE;
  const stream: WriteStream & { _refreshSize?: () => void } = new WriteStream(fd);
  return () => {
    stream._refreshSize?.();
    return { columns: stream.columns || FALLBACK_SIZE.columns, rows: stream.rows || FALLBACK_SIZE.rows };
  };
}

const MAX_RETRIES = 50;

/** A terminal that cannot take more just now is asked again; a frame that is lost is redrawn anyway. */
function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  for (let tries = 0; written < bytes.length && tries < MAX_RETRIES; ) {
    try {
      written += writeSync(fd, bytes, written);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
      tries += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

if (parentPort !== null) draw(parentPort, workerData as ScreenSetup);
