/** What is no event of a run and still worth a line: a decision of this process, from the work it tells. Pure. */
import type { WorkDone } from '../work.ts';
import type { LogEntry, LogLevel } from './log-lines.ts';

/** Work that is a line, too. */
export const LOGGED = ['lease_lost', 'refused', 'stream_closed'] as const;

export interface Decision {
  level: LogLevel;
  event: string;
  runId?: string;
  fields: LogEntry['fields'];
}

export function decisionOf({ kind, runId, facts = {} }: WorkDone): Decision | null {
  switch (kind) {
    case 'lease_lost':
      return typeof runId === 'string' ? { level: 'warn', event: 'lease_lost', runId, fields: {} } : null;
    case 'stream_closed':
      // All of them are closed when the daemon ends: that is told once.
      return {
        level: facts.reason === 'shutdown' ? 'debug' : 'info',
        event: 'client_dropped',
        fields: facts,
      };
    case 'refused':
      return { level: 'warn', event: 'access_refused', fields: facts };
    default:
      return null;
  }
}

/** Of one event, so many lines a minute: who asks a thousand times must not push everything else out of the log. */
export const LINES_PER_MINUTE = 20;
const MINUTE_MS = 60_000;

export class Sparing {
  readonly #minutes = new Map<string, { began: number; told: number; unsaid: number }>();

  /** How many before it were not told; null where this one is not told either. */
  admit(event: string, now: number): number | null {
    let minute = this.#minutes.get(event);
    if (minute === undefined || now - minute.began >= MINUTE_MS || now < minute.began) {
      const unsaid = minute?.unsaid ?? 0;
      minute = { began: now, told: 0, unsaid };
      this.#minutes.set(event, minute);
    }
    if (minute.told >= LINES_PER_MINUTE) {
      minute.unsaid += 1;
      return null;
    }
    minute.told += 1;
    const { unsaid } = minute;
    minute.unsaid = 0;
    return unsaid;
  }
}
