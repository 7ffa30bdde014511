/**
 * Pieces of work that somebody may want to time, and things worth a count, told on a channel of Node's own: whoever does
 * the work does not know whether anybody listens, and pays one comparison while nobody does.
 */
import { type Channel, channel } from 'node:diagnostics_channel';
import { currentTrace, type TraceContext } from './trace-context.ts';

/** Each has a channel of its own: who wants to know of one costs the others nothing. */
const KINDS = [
  'agent_open',
  'agent_turn',
  'evaluate',
  'http',
  'lease_lost',
  'log_flush',
  'parse_chunk',
  'persist_end',
  'persist_round',
  'refused',
  'store',
  'stream_closed',
] as const;
type WorkKind = (typeof KINDS)[number];

/** Never a page, an answer or words of a person: figures, and names from closed sets. */
export type WorkFacts = Readonly<Record<string, string | number | boolean | null>>;

interface Work {
  kind: WorkKind;
  /** @default null: of no run */
  runId?: string | null | undefined;
  round?: number | undefined;
  facts?: WorkFacts | undefined;
}

export interface WorkDone extends Work {
  /** Milliseconds since the epoch, with fractions. */
  startMs: number;
  endMs: number;
  hasFailed: boolean;
  /** What it was part of; null where nobody asks, as of work that names its run. */
  within: TraceContext | null;
  /** The span it is itself, where others were told of it before it ended. */
  as?: TraceContext;
}

const channels = Object.fromEntries(KINDS.map((kind) => [kind, channel(`design-jury:${kind}`)])) as Readonly<
  Record<WorkKind, Channel>
>;

/** Whether anybody listens. */
export function isWatched(kind: WorkKind): boolean {
  return channels[kind].hasSubscribers;
}

// Read once: it never changes, and reading it costs more than the time since.
const { timeOrigin } = performance;

export function preciseNow(): number {
  return timeOrigin + performance.now();
}

export function tell(done: WorkDone): void {
  channels[done.kind].publish(done);
}

/** Something that took no time: it counts. */
export function note(work: Work): void {
  if (!isWatched(work.kind)) return;
  const at = preciseNow();
  end(work, at, null, false);
}

export function timed<Result>(work: Work, perform: () => Result): Result {
  if (!isWatched(work.kind)) return perform();
  const startMs = preciseNow();
  // What names its run is found by it.
  const within = work.kind === 'store' ? currentTrace() : null;
  let result: Result;
  try {
    result = perform();
  } catch (error) {
    end(work, startMs, within, true);
    throw error;
  }
  if (result instanceof Promise)
    result.then(
      () => end(work, startMs, within, false),
      () => end(work, startMs, within, true),
    );
  else end(work, startMs, within, false);
  return result;
}

/** Always of one shape, written out: there is more than one of them to an event. */
function end(
  { kind, runId, round, facts }: Work,
  startMs: number,
  within: TraceContext | null,
  hasFailed: boolean,
): void {
  tell({ kind, runId, round, facts, startMs, endMs: preciseNow(), hasFailed, within });
}

export function onWork(kinds: readonly WorkKind[], listener: (done: WorkDone) => void): () => void {
  // Only `tell` speaks on them.
  const hear = (message: unknown): void => listener(message as WorkDone);
  for (const kind of kinds) channels[kind].subscribe(hear);
  return () => {
    for (const kind of kinds) channels[kind].unsubscribe(hear);
  };
}
