/**
 * Watches what runs say and turns it into lines of the log and metrics. Nobody that performs a run knows of it: it hears
 * the bus, as every viewer does.
 */
import type { RunRecord } from '@design-jury/contracts/run';
import type { Bus, PublishedItem, QuietWord } from '../host/stream/bus.ts';
import { traceIdOf } from '../trace-context.ts';
import { onWork } from '../work.ts';
import { evaluationOf } from './evaluation.ts';
import { type Decision, decisionOf, LOGGED, Sparing } from './host-lines.ts';
import type { LogFile } from './log-file.ts';
import {
  ENDS,
  entryOf,
  isTold,
  type LogEntry,
  type LogLevel,
  lineOf,
  SILENT_END,
  TOLD,
  toldEntry,
  type Whose,
  whoseOf,
} from './log-lines.ts';
import type { Metrics } from './metrics.ts';
import { Once } from './once.ts';
import { SPANNED } from './span-facts.ts';
import type { Tracer } from './tracer.ts';

/** What metrics are made of beside events, and what spans are. */
const COUNTED = ['agent_open', 'agent_turn', 'lease_lost', 'log_flush', 'stream_closed'] as const;
const TRACED = [
  'agent_open',
  'agent_turn',
  'evaluate',
  'http',
  'parse_chunk',
  'persist_end',
  'persist_round',
  'store',
] as const;

export interface ObserverOptions {
  bus: Bus;
  run: (runId: string) => Promise<RunRecord>;
  /** Whether this process performs the run; what others perform, they log themselves. */
  isOurs: (runId: string) => boolean;
  /** The trace a run of ours is part of. */
  traceId: (runId: string) => string | null;
  log: LogFile | null;
  level: LogLevel;
  /** Where entries and spans go besides; null where nobody collects them. */
  collector: { log: ((entry: LogEntry) => void) | null; tracer: Tracer | null } | null;
  redact: (text: string) => string;
}

export interface Observer {
  /** From now on what is published counts. Until then only the log is written. */
  count(metrics: Metrics): void;
  /** A decision that is of no event: a line of the log. */
  tell(decision: Decision): void;
  /** Resolves when what was heard so far is written. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

interface Watched {
  record: Promise<RunRecord | null>;
  /** The record, once the store has told it. */
  run?: RunRecord | null;
  ours: boolean;
  traceId: string;
  /** Once something of it was written. */
  whose?: Whose;
}

/** Runs whose records are kept at hand; the one that was quiet longest is asked for again. */
const MAX_WATCHED = 2_000;
/** Runs whose end is known to have been told: another process's log may tell it again. */
const MAX_ENDED = 10_000;

export function observe(options: ObserverOptions): Observer {
  const { bus, log, redact, collector } = options;
  const collect = collector?.log ?? null;
  const tracer = collector?.tracer ?? null;
  const isTelling = log !== null || collect !== null;
  /** Types of events that anybody here wants: asked of every event, before anything is made of it. */
  const wanted = new Set<string>([...(isTelling ? TOLD : []), ...(tracer === null ? [] : SPANNED)]);
  const watched = new Map<string, Watched>();
  /** A run ends once, however many say so. */
  const counted = new Once(MAX_ENDED);
  const logged = new Once(MAX_ENDED);
  const sparing = new Sparing();
  let metrics: Metrics | null = null;
  let heard: Promise<unknown> = Promise.resolve();

  let waiting = 0;
  let newest = '';
  const later = (record: Promise<RunRecord | null>, work: (run: RunRecord | null) => void): void => {
    waiting += 1;
    heard = Promise.all([heard, record]).then(([, run]) => {
      waiting -= 1;
      work(run);
    });
  };
  const watch = (runId: string): Watched => {
    const found = watched.get(runId);
    if (found !== undefined && runId === newest) return found;
    newest = runId;
    const known: Watched = found ?? {
      record: options.run(runId).catch(() => null),
      ours: options.isOurs(runId),
      traceId: options.traceId(runId) ?? traceIdOf(runId),
    };
    if (found === undefined)
      void known.record.then((run) => {
        known.run = run;
      });
    watched.delete(runId);
    watched.set(runId, known);
    if (watched.size > MAX_WATCHED) watched.delete(watched.keys().next().value ?? '');
    return known;
  };
  const take = (item: PublishedItem, run: RunRecord, known: Watched): void => {
    const isEnd = isLast(item, run);
    if (metrics !== null && (!isEnd || counted.isFirst(item.runId))) metrics.observe(item, run, known.ours);
    if (!known.ours) return;
    tracer?.observe(item, run);
    tellOf(item, run, known, isEnd);
  };
  const tellOf = (item: PublishedItem, run: RunRecord, known: Watched, isEnd: boolean): void => {
    if (!isTelling || !TOLD.has(item.event.type)) return;
    if (isEnd && !logged.isFirst(item.runId)) return;
    known.whose ??= whoseOf(run, known.traceId);
    const entry = entryOf(item.event, known.whose, options.level, redact);
    if (entry === null) return;
    log?.write(lineOf(entry));
    if (collect === null) return;
    collect(entry);
    const evaluation = evaluationOf(item.event, entry);
    if (evaluation !== null) collect(evaluation);
  };
  /** As if it had said so itself: the record is written by now. Whoever says it here is the one who knows. */
  const quiet = ({ projectId, runId, traceId, event }: QuietWord): void => {
    const { whose: _, ...before } = watch(runId);
    const known: Watched = { ...before, record: options.run(runId).catch(() => null), ours: true };
    known.traceId = options.traceId(runId) ?? traceId ?? traceIdOf(runId);
    later(known.record, (run) => {
      if (run === null) return;
      const at = run.endedAt ?? run.updatedAt;
      const said = event ?? { type: SILENT_END, seq: 0, at, state: run.state };
      const item = { projectId, runId, id: 0, event: said, line: '' };
      // One that is put aside is not over, and nothing of it is under way here.
      if (isLast(item, run)) take(item, run, known);
      else tellOf(item, run, known, false);
    });
  };
  const tell = ({ level, event, runId, fields }: Decision): void => {
    if (!isTelling || !isTold(level, options.level)) return;
    const now = Date.now();
    const unsaid = sparing.admit(event, now);
    if (unsaid === null) return;
    const whose =
      runId === undefined ? {} : { run: runId, trace: options.traceId(runId) ?? traceIdOf(runId) };
    const entry = toldEntry(
      {
        ...{ ts: new Date(now).toISOString(), level, ns: 'host', event, ...whose },
        fields: { ...fields, ...(unsaid > 0 && { unsaid }) },
      },
      redact,
    );
    log?.write(lineOf(entry));
    collect?.(entry);
  };
  const hear = (item: PublishedItem): void => {
    // Nearly every event is a word of somebody. The first of a run is heard whatever it is: a run begins with it.
    if (!wanted.has(item.event.type) && (item.runId === newest || watched.has(item.runId))) return;
    const known = watch(item.runId);
    if (waiting === 0 && known.run !== undefined) {
      if (known.run !== null) take(item, known.run, known);
      return;
    }
    // In the order of the events, whatever the store takes to tell whose they are.
    later(known.record, (run) => {
      if (run !== null) take(item, run, known);
    });
  };
  const stops: (() => void)[] = [];
  /** Only where there is somebody to tell: with everything off, nobody hears and no run pays for it. */
  const attach = (): void => {
    if (stops.length > 0) return;
    stops.push(bus.observe(hear, quiet));
  };
  if (log !== null || collector !== null) attach();
  if (isTelling)
    stops.push(
      onWork(LOGGED, (done) => {
        const decision = decisionOf(done);
        if (decision === null) return;
        if (decision.runId === undefined || options.isOurs(decision.runId)) tell(decision);
      }),
    );
  if (tracer !== null) stops.push(onWork(TRACED, (done) => tracer.work(done)));
  return {
    count(given) {
      metrics = given;
      for (const type of given.counted) wanted.add(type);
      attach();
      stops.push(onWork(COUNTED, (done) => given.work(done)));
    },
    tell,
    async settle() {
      await heard;
      await log?.flush();
    },
    async close() {
      for (const end of stops.splice(0)) end();
      await heard;
      await log?.close();
    },
  };
}

function isLast({ event: { type } }: PublishedItem, { protocol }: RunRecord): boolean {
  return ENDS.has(type) && !(type === 'run.ended' && protocol === 'theater');
}
