/** What a worker is doing while it is asked: bounded pictures of it, for whoever watches and never for another worker. */

export const TRACE_TASKS = ['analysis', 'votes', 'plan', 'gaps', 'candidates', 'candidate-votes'] as const;
export type TraceTask = (typeof TRACE_TASKS)[number];

export const TRACE_STATES = [
  /** Asked; nothing was heard yet. */
  'started',
  'working',
  'thinking',
  'writing',
  /** Nothing was heard for a while; the picture is sent to say that it is still waited for. */
  'silent',
  'retrying',
  /** Its provider asks it to wait. */
  'held-up',
  'finished',
  'failed',
] as const;
export type TraceState = (typeof TRACE_STATES)[number];

export interface TraceLine {
  kind: 'text' | 'thinking' | 'notice';
  text: string;
}

/** A type and not an interface: it is part of an event, which any protocol's event has to fit. */
export type WorkerTrace = {
  /** A worker's id; the critic's is `<provider>-critic`. */
  worker: string;
  task: TraceTask;
  state: TraceState;
  /** Since it was asked this. */
  elapsedMs: number;
  /** The last it was heard to say, redacted and cut; each picture has all there is to show. */
  lines: readonly TraceLine[];
  /** Lines of this task that came before those. */
  more: number;
  /** For this task so far; the price is null where it is unknown. Null where nothing is reported. */
  usage: { inputTokens: number; outputTokens: number; costUsd: number | null } | null;
  /** Why it failed or is asked again. */
  cause: string | null;
  /** The log is bounded: of this worker only beginnings and ends follow. */
  isMuted: boolean;
};
