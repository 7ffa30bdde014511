/** A fault of ours: its stack is for the log, and a short id for whoever saw that something went wrong. */

import { randomBytes } from 'node:crypto';
import { Redactor } from '../agents/redact.ts';
import type { FaultReport } from '../fault-report.ts';
import { currentTrace, traceIdOf } from '../trace-context.ts';
import type { LogFile } from './log-file.ts';
import { type LogLevel, lineOf, toldEntry } from './log-lines.ts';

export const DEFAULT_LOG_LEVEL: LogLevel = 'info';

export interface FaultOptions {
  log: LogFile | null;
  /** For a person, one line; with the id under which the log has it. */
  show: (error: unknown, id: string | null) => void;
  clock: () => number;
  /** Values that no line may hold. @default what looks like a secret */
  secrets?: readonly string[];
}

export function faultReport({ log, show, clock, secrets = [] }: FaultOptions): FaultReport {
  const redactor = new Redactor(secrets);
  return (error, runId) => {
    if (log === null) {
      show(error, null);
      return;
    }
    const id = randomBytes(4).toString('hex');
    // A run's work is part of its trace; one that nobody asked us to trace has its own.
    const trace = currentTrace()?.traceId ?? (runId === undefined ? undefined : traceIdOf(runId));
    const entry = {
      ts: new Date(clock()).toISOString(),
      level: 'error' as const,
      ns: 'host',
      event: 'internal_fault',
      ...(runId !== undefined && { run: runId }),
      ...(trace !== undefined && { trace }),
      fields: { report: id, ...wordsOf(error) },
    };
    log.write(lineOf(toldEntry(entry, (text) => redactor.message(text))));
    show(error, id);
    return id;
  };
}

function wordsOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack = '', cause } = error;
  return { message, stack: stack.split('\n'), ...(cause !== undefined && { cause: String(cause) }) };
}
