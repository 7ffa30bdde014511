/** The process as a command sees it. The one file of the CLI that touches it; tests give their own. */
import { writeSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { projectOf } from '../disk/scope.ts';
import type { Env } from '../env.ts';
import { safeSearchPath } from '../programs/search-path.ts';
import { shownText } from '../shown-text.ts';
import { guardStreams } from './stream-faults.ts';
import type { Paint } from './terminal/paint.ts';
import { paintFor } from './terminal/paint-for.ts';
import { SHOW_CURSOR } from './terminal/screen.ts';

export interface Shell {
  readonly cwd: string;
  /** A copy, frozen when the command started. */
  readonly env: Env;
  readonly platform: string;
  readonly nodeVersion: string;
  /** The program that runs us. */
  readonly nodePath: string;
  /**
   * The command's result. Never throws: when the reader closes the pipe, the run is stopped without a message. What a
   * terminal would take as an order is shown instead, whoever wrote it: see `shownText`.
   */
  out(text: string): void;
  error(text: string): void;
  /** Takes back the last lines on stderr, and what stands on the present one. Only where that is a terminal. */
  takeBack(lines: number): void;
  readonly outIsTty: boolean;
  readonly errorIsTty: boolean;
  /** True where somebody can type an answer. */
  readonly inIsTty: boolean;
  /** One line typed at the terminal, after `prompt` on stderr. Rejects when the signal aborts or input ends. */
  readLine(prompt: string, signal: AbortSignal): Promise<string>;
  /** For a command that another program talks to: its messages in, ours out, and nothing else on either. */
  pipes(): { input: Readable; output: Writable };
  /** Where frames are drawn: stderr, so that stdout stays the result. */
  readonly terminal: {
    readonly fd: number;
    readonly columns: number;
    readonly rows: number;
  };
  readonly outPaint: Paint;
  readonly errorPaint: Paint;
  /** Calls back for SIGINT, SIGTERM and SIGHUP until the returned function is called. */
  onStop(listener: (signal: NodeJS.Signals) => void): () => void;
  /** Hears of a run that can be resumed, as soon as it is stored: for a caller that may have to go on with it. */
  onRun?(id: string): void;
  /** Ends the process at once: only for a user who asks twice. */
  exitNow(code: number): never;
}

/** Every program we start is looked for by this PATH: one that a project brings along is never the one that is found. */
export function safeEnvironment(env: Env, cwd: string): Env {
  const { PATH } = env;
  return PATH === undefined ? { ...env } : { ...env, PATH: safeSearchPath(PATH, projectOf(cwd)) };
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

export function processShell(): Shell {
  const { platform, stdout, stderr } = process;
  const env = Object.freeze(safeEnvironment(process.env, process.cwd()));
  const outPaint = paintFor(env, { isTty: stdout.isTTY === true, platform });
  const errorPaint = paintFor(env, { isTty: stderr.isTTY === true, platform });
  guardStreams();
  return {
    cwd: process.cwd(),
    env,
    platform,
    nodeVersion: process.versions.node,
    nodePath: process.execPath,
    out: (text) => void stdout.write(shownText(text, outPaint)),
    error: (text) => void stderr.write(shownText(text, errorPaint)),
    takeBack: (lines) => void stderr.write(`\r${lines > 0 ? `\u001b[${lines}A` : ''}\u001b[J`),
    outIsTty: stdout.isTTY === true,
    errorIsTty: stderr.isTTY === true,
    inIsTty: process.stdin.isTTY === true,
    async readLine(prompt, signal) {
      const { createInterface } = await import('node:readline/promises');
      const reader = createInterface({ input: process.stdin, output: stderr });
      const ended = new Promise<never>((_, reject) =>
        reader.once('close', () => reject(new Error('the input ended'))),
      );
      try {
        return await Promise.race([reader.question(shownText(prompt, errorPaint), { signal }), ended]);
      } finally {
        reader.close();
      }
    },
    pipes: () => ({ input: process.stdin, output: stdout }),
    terminal: {
      fd: stderr.fd,
      get columns() {
        return stderr.columns || DEFAULT_COLUMNS;
      },
      get rows() {
        return stderr.rows || DEFAULT_ROWS;
      },
    },
    outPaint,
    errorPaint,
    onStop(listener) {
      for (const signal of STOP_SIGNALS) process.on(signal, listener);
      return () => {
        for (const signal of STOP_SIGNALS) process.off(signal, listener);
      };
    },
    exitNow(code) {
      // The cursor may be hidden by a frame that is never finished.
      if (stderr.isTTY) writeSync(stderr.fd, SHOW_CURSOR);
      process.exit(code);
    },
  };
}
