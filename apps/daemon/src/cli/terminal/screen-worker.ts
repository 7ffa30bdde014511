/**
 * The live view's own thread. Measuring a page keeps the main thread busy for a second at a time; drawn there, the
 * clock would stand still and the view would look dead. Events arrive by message and are folded here.
 */
import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { type CritiqueState, fold, IDLE } from '@design-jury/contracts/fold';
import type { TranscriptEvent } from '@design-jury/contracts/sse';
import type { Paint } from './paint.ts';
import { Screen } from './screen.ts';
import { viewLines } from './view.ts';

export interface ScreenSetup {
  title: string;
  paint: Paint;
  /** File descriptor of the terminal. */
  fd: number;
  columns: number;
  rows: number;
}

export type ScreenMessage =
  | { type: 'event'; event: TranscriptEvent }
  | { type: 'size'; columns: number; rows: number }
  | { type: 'notice'; text: string | null }
  /** The run's clock stands at `atMs` and goes on `rate` times as fast as ours. */
  | { type: 'clock'; atMs: number; rate: number }
  | { type: 'close'; last: 'keep' | 'erase' };

if (parentPort !== null) draw(parentPort, workerData as ScreenSetup);

function draw(port: NonNullable<typeof parentPort>, setup: ScreenSetup): void {
  const { title, paint, fd } = setup;
  const size = { columns: setup.columns, rows: setup.rows };
  let state: CritiqueState = IDLE;
  let notice: string | null = null;
  let clock = { atMs: 0, rate: 1, since: performance.now() };
  const terminal = {
    write: (text: string) => writeAll(fd, text),
    get columns() {
      return size.columns;
    },
    get rows() {
      return size.rows;
    },
  };
  const screen = new Screen(terminal, ({ columns, rows }) => {
    const elapsedMs = clock.atMs + (performance.now() - clock.since) * clock.rate;
    return viewLines({ state, title, elapsedMs, columns, rows, paint, notice });
  });
  screen.refresh();
  port.on('message', (message: ScreenMessage) => {
    switch (message.type) {
      case 'event':
        state = fold(state, message.event);
        break;
      case 'size':
        Object.assign(size, { columns: message.columns, rows: message.rows });
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
