/** Shows a run while its events arrive: a live frame on a terminal, a line per event elsewhere, or nothing. */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type CritiqueState, fold, IDLE } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import type { Shell } from '../shell.ts';
import { isDumb } from '../terminal/paint-for.ts';
import { plainLine } from '../terminal/plain.ts';
import type { ScreenMessage, ScreenSetup } from '../terminal/screen-worker.ts';
import { toAscii } from '../terminal/text.ts';

export type ViewMode = 'live' | 'plain' | 'silent';

export interface ViewerOptions {
  title: string;
  mode: ViewMode;
  /** Where plain lines go: of a replay they are its result, in the words it was stored in. @default 'error' */
  plainTo?: 'out' | 'error';
}

export interface Viewer {
  readonly state: CritiqueState;
  push(event: TranscriptEvent): void;
  /** Shown in place of what the agent says, until set to null. */
  notice(text: string | null): void;
  /** Sets the run's clock, which runs `rate` times as fast as ours. Without it, it started with the viewer. */
  clock(atMs: number, rate: number): void;
  /** Ends the frame: kept as the last word, or erased for what follows. */
  close(last?: 'keep' | 'erase'): Promise<void>;
}

/** A frame is drawn only where both channels are a terminal: a redirected result gets plain progress. */
export function viewMode(
  shell: Shell,
  flags: { plain?: boolean | undefined; quiet?: boolean | undefined; json?: boolean | undefined },
): ViewMode {
  if (flags.quiet || (flags.json && !shell.errorIsTty)) return 'silent';
  const canDraw = shell.outIsTty && shell.errorIsTty && !isDumb(shell.env);
  return canDraw && !flags.plain && !flags.json ? 'live' : 'plain';
}

export function createViewer(shell: Shell, options: ViewerOptions): Viewer {
  const { title, mode, plainTo = 'error' } = options;
  const paint = plainTo === 'out' ? shell.outPaint : shell.errorPaint;
  const live = mode === 'live' ? openScreen(shell, title) : null;
  let state: CritiqueState = IDLE;
  const print = (line: string): void => {
    const text = `${paint.unicode ? line : toAscii(line)}\n`;
    if (plainTo === 'out') shell.out(text);
    else shell.error(text);
  };
  return {
    get state() {
      return state;
    },
    push(event) {
      state = fold(state, event);
      live?.send({ type: 'event', event });
      if (mode !== 'plain') return;
      const line = plainLine(event, state, plainTo === 'out');
      if (line !== null) print(line);
    },
    notice(text) {
      live?.send({ type: 'notice', text });
      if (mode === 'plain' && text !== null) print(text);
    },
    clock: (atMs, rate) => live?.send({ type: 'clock', atMs, rate }),
    close: async (last = 'keep') => live?.close(last),
  };
}

interface LiveScreen {
  send(message: ScreenMessage): void;
  close(last: 'keep' | 'erase'): Promise<void>;
}

function openScreen(shell: Shell, title: string): LiveScreen {
  const { terminal, errorPaint } = shell;
  const setup: ScreenSetup = { title, paint: errorPaint, fd: terminal.fd, startedAt: Date.now() };
  const worker = new Worker(new URL('../terminal/screen-worker.ts', import.meta.url), {
    workerData: setup,
    // Only what it needs: the view reads no environment.
    env: {},
  });
  // A view that failed must not take the run with it.
  const gone = once(worker, 'exit').catch(() => {});
  worker.on('error', (error: unknown) =>
    shell.error(`jury: the live view stopped, the run continues: ${String(error)}\n`),
  );
  const send = (message: ScreenMessage): void => worker.postMessage(message);
  let closing: Promise<unknown> | null = null;
  return {
    send,
    async close(last) {
      if (closing === null) {
        send({ type: 'close', last });
        closing = gone;
      }
      await closing;
    },
  };
}
