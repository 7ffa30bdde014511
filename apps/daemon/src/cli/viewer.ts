/** Shows a run while its events arrive: a live frame on a terminal, a line per event elsewhere, or nothing. */
import { type CritiqueState, fold, IDLE } from '@design-jury/contracts/fold';
import type { TranscriptEvent } from '@design-jury/contracts/sse';
import type { Shell } from './shell.ts';
import { plainLine } from './terminal/plain.ts';
import { Screen } from './terminal/screen.ts';
import { toAscii } from './terminal/text.ts';
import { viewLines } from './terminal/view.ts';

export type ViewMode = 'live' | 'plain' | 'silent';

export interface ViewerOptions {
  title: string;
  mode: ViewMode;
  /** Where plain lines go. @default 'error' */
  plainTo?: 'out' | 'error';
  /** Milliseconds of the run's own time. @default since the viewer was made */
  elapsedMs?: () => number;
}

export interface Viewer {
  readonly state: CritiqueState;
  push(event: TranscriptEvent): void;
  /** Shown in place of what the agent says, until set to null. */
  notice(text: string | null): void;
  /** Ends the frame: kept as the last word, or erased for what follows. */
  close(last?: 'keep' | 'erase'): void;
}

/** A frame is drawn only where both channels are a terminal: a redirected result gets plain progress. */
export function viewMode(
  shell: Shell,
  flags: { plain?: boolean; quiet?: boolean; json?: boolean },
): ViewMode {
  if (flags.quiet || (flags.json && !shell.errorIsTty)) return 'silent';
  const canDraw = shell.outIsTty && shell.errorIsTty && shell.env.TERM !== 'dumb';
  return canDraw && !flags.plain && !flags.json ? 'live' : 'plain';
}

export function createViewer(shell: Shell, options: ViewerOptions): Viewer {
  const began = performance.now();
  const { title, mode, plainTo = 'error', elapsedMs = () => performance.now() - began } = options;
  const paint = plainTo === 'out' ? shell.outPaint : shell.errorPaint;
  let state: CritiqueState = IDLE;
  let notice: string | null = null;
  const screen =
    mode === 'live'
      ? new Screen(shell.terminal, ({ columns, rows }) =>
          viewLines({ state, title, elapsedMs: elapsedMs(), columns, rows, paint: shell.errorPaint, notice }),
        )
      : null;
  const say = (line: string): void => {
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
      screen?.refresh();
      if (mode !== 'plain') return;
      const line = plainLine(event, state);
      if (line !== null) say(line);
    },
    notice(text) {
      notice = text;
      screen?.refresh();
      if (mode === 'plain' && text !== null) say(text);
    },
    close: (last) => screen?.close(last),
  };
}
