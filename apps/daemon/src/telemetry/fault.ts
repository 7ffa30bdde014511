/** A fault of ours: its stack is for the log, and a short id for whoever saw that something went wrong. */

import { randomBytes } from 'node:crypto';
import { Redactor } from '../agents/redact.ts';
import { juryCommand } from '../command-name.ts';
import type { LogFile } from './log-file.ts';
import { type LogLevel, lineOf, toldEntry } from './log-lines.ts';

export const DEFAULT_LOG_LEVEL: LogLevel = 'info';

export interface FaultOptions {
  log: LogFile | null;
  /** For a person, one line. */
  show: (error: unknown) => void;
  clock: () => number;
}

export function faultReport({ log, show, clock }: FaultOptions): (error: unknown) => void {
  const redactor = new Redactor();
  return (error) => {
    if (log === null) {
      show(error);
      return;
    }
    const id = randomBytes(4).toString('hex');
    const message = error instanceof Error ? error.message : String(error);
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const entry = {
      ts: new Date(clock()).toISOString(),
      level: 'error' as const,
      ns: 'host',
      event: 'internal_fault',
      fields: { report: id, message, stack: stack.split('\n') },
    };
    log.write(lineOf(toldEntry(entry, (text) => redactor.message(text))));
    show(new Error(`${message} (report ${id}: ${juryCommand()} logs ${id})`));
  };
}
