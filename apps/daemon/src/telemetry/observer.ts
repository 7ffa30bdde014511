/**
 * Watches what runs say and turns it into lines of the log and metrics. Nobody that performs a run knows of it: it hears
 * the bus, as every viewer does.
 */
import { createHash } from 'node:crypto';
import type { RunRecord } from '@design-jury/contracts/run';
import type { Bus, PublishedItem } from '../host/stream/bus.ts';
import type { LogFile } from './log-file.ts';
import { entryOf, LOG_LEVELS, type LogLevel, lineOf } from './log-lines.ts';
import type { Metrics } from './metrics.ts';

export interface ObserverOptions {
  bus: Bus;
  run: (runId: string) => Promise<RunRecord>;
  /** Whether this process performs the run; what others perform, they log themselves. */
  isOurs: (runId: string) => boolean;
  log: LogFile | null;
  level: LogLevel;
  redact: (text: string) => string;
}

export interface Observer {
  /** From now on what is published counts. Until then only the log is written. */
  count(metrics: Metrics): void;
  /** Resolves when what was heard so far is written. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

interface Watched {
  record: Promise<RunRecord | null>;
  ours: boolean;
}

/** Runs whose records are kept at hand; the one that was quiet longest is asked for again. */
const MAX_WATCHED = 2_000;

export function observe(options: ObserverOptions): Observer {
  const { bus, log, redact } = options;
  const least = LOG_LEVELS.indexOf(options.level);
  const watched = new Map<string, Watched>();
  let metrics: Metrics | null = null;
  let heard: Promise<unknown> = Promise.resolve();

  const watch = (runId: string): Watched => {
    const known = watched.get(runId) ?? {
      record: options.run(runId).catch(() => null),
      ours: options.isOurs(runId),
    };
    watched.delete(runId);
    watched.set(runId, known);
    if (watched.size > MAX_WATCHED) watched.delete(watched.keys().next().value ?? '');
    return known;
  };
  const take = (item: PublishedItem, run: RunRecord, ours: boolean): void => {
    metrics?.observe(item, run);
    if (log === null || !ours) return;
    const entry = entryOf(item.event, run, traceOf(run.id));
    if (entry !== null && LOG_LEVELS.indexOf(entry.level) >= least) log.write(lineOf(entry, redact));
  };
  const stop = bus.observe((item) => {
    const { record, ours } = watch(item.runId);
    // In the order of the events, whatever the store takes to tell whose they are.
    heard = Promise.all([heard, record]).then(([, run]) => {
      if (run !== null) take(item, run, ours);
    });
  });
  return {
    count(given) {
      metrics = given;
    },
    async settle() {
      await heard;
      await log?.flush();
    },
    async close() {
      stop();
      await heard;
      await log?.flush();
    },
  };
}

/** The same in every process and after every restart: a run is one trace. */
function traceOf(runId: string): string {
  return createHash('sha256').update(runId).digest('hex').slice(0, 32);
}
