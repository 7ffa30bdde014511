/** A command with a time that it may take: when that is over it ends with all that it started, and what it said is kept. */
import { spawn } from 'node:child_process';
import { ROOT } from './files.ts';

/** What it may say before the beginning of it is forgotten. */
const MAX_OUTPUT_CHARS = 400_000;

export interface TimedEnd {
  /** Null where it could not be started, or was ended. */
  code: number | null;
  isOverdue: boolean;
  output: string;
}

/** @param hear what it says, as it says it */
export function runTimed(
  [program = '', ...args]: readonly string[],
  maxMs: number,
  hear: (text: string) => void,
): Promise<TimedEnd> {
  const end: TimedEnd = { code: null, isOverdue: false, output: '' };
  // A group of its own: what outlives its time is ended with everything it started.
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  for (const channel of [child.stdout, child.stderr])
    channel.setEncoding('utf8').on('data', (text: string) => {
      hear(text);
      end.output = (end.output + text).slice(-MAX_OUTPUT_CHARS);
    });
  const timer = setTimeout(() => {
    end.isOverdue = true;
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
    // What went into a group of its own may hold the output open for ever.
    child.stdout.destroy();
    child.stderr.destroy();
  }, maxMs);
  return new Promise((resolve) => {
    const over = (code: number | null): void => {
      clearTimeout(timer);
      resolve({ ...end, code });
    };
    child.on('error', (error) => {
      end.output += `\n${error.message}\n`;
      over(null);
    });
    child.on('close', over);
  });
}
