/** A run as it happens: snapshot, then every event after it; a lost connection resumes where it was. */
import type { QueuePosition, RunSnapshot, StreamSnapshot } from '@design-jury/contracts/http';
import type { TheaterRun } from '@design-jury/contracts/run';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { ApiError, ask, getRun, interruptRun, projectUrl } from '../../../api.ts';
import { INITIAL, isOver, reduce, type TheaterAction, type TheaterState } from '../state/reducer.ts';
import { type Frame, readFrames } from './event-frames.ts';

const FIRST_RETRY_MS = 300;
const MAX_RETRY_MS = 5_000;

export type Connection = 'connecting' | 'live' | 'lost' | 'closed';

export interface CritiqueStream {
  state: TheaterState;
  run: TheaterRun | null;
  connection: Connection;
  /** When the last event arrived, on this machine's clock. */
  heardAt: number | null;
  /** Why there is nothing to show: an unknown run, a refused interrupt. */
  problem: string | null;
  interrupt(): void;
}

interface Live extends Omit<CritiqueStream, 'interrupt'> {}

const FRESH: Live = { state: INITIAL, run: null, connection: 'connecting', heardAt: null, problem: null };

/** Give the component a key per run: one hook follows one run for its whole life. */
export function useCritiqueStream(projectId: string, runId: string): CritiqueStream {
  const [live, setLive] = useState(FRESH);
  const apply = useCallback(
    (action: TheaterAction) => setLive((before) => ({ ...before, state: reduce(before.state, action) })),
    [],
  );

  useEffect(() => {
    const stop = new AbortController();
    void follow(projectId, runId, stop.signal, setLive);
    return () => stop.abort();
  }, [projectId, runId]);

  const interrupt = useCallback(() => {
    apply({ type: 'interrupt_requested' });
    interruptRun(projectId, runId).catch((error: unknown) => {
      apply({ type: 'interrupt_refused' });
      setLive((before) => ({ ...before, problem: messageOf(error) }));
    });
  }, [projectId, runId, apply]);

  return { ...live, interrupt };
}

type Update = (change: (before: Live) => Live) => void;

async function follow(projectId: string, runId: string, signal: AbortSignal, set: Update): Promise<void> {
  let state = INITIAL;
  let lastId: number | null = null;
  let retryMs = FIRST_RETRY_MS;
  /** By its record: a run without a jury has no events that say so. */
  let ended = false;

  const show = (actions: readonly TheaterAction[], change: Partial<Live> = {}): void => {
    state = actions.reduce(reduce, state);
    // The user's own interrupt lives on screen only, so both sides fold the same actions.
    set((before) => ({ ...before, ...change, state: actions.reduce(reduce, before.state) }));
  };
  const take = (snapshot: RunSnapshot): void => {
    lastId = snapshot.lastEventId;
    const { state: critique, queuePosition, run } = snapshot;
    ended = run.endedAt !== null;
    show([{ type: 'snapshot', critique, queuePosition }], { run, problem: null });
  };

  while (!signal.aborted) {
    try {
      if (lastId === null || state.stale) take(await getRun(projectId, runId, signal));
      if (ended || isOver(state.critique)) break;
      const headers = { 'Last-Event-ID': String(lastId ?? 0), Accept: 'text/event-stream' };
      const url = `${projectUrl(projectId)}/events?run=${encodeURIComponent(runId)}`;
      const response = await ask(url, { headers, signal });
      show([], { connection: 'live' });
      retryMs = FIRST_RETRY_MS;
      for await (const frames of readFrames(response)) {
        const actions: TheaterAction[] = [];
        for (const frame of frames) {
          const read = actionOf(frame, runId);
          if (read === null) {
            ended ||= frame.event === 'run_ended';
            continue;
          }
          if (frame.id !== null) lastId = frame.id;
          if (read.type === 'snapshot') lastId = null;
          actions.push(read);
        }
        if (actions.length > 0) show(actions, { heardAt: Date.now() });
        if (ended || isOver(state.critique) || state.stale) break;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status < 500) {
        show([], { connection: 'closed', problem: error.message });
        return;
      }
    }
    if (ended || isOver(state.critique)) break;
    if (state.stale) continue;
    show([], { connection: 'lost' });
    await delay(retryMs, signal);
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
  }
  show([], { connection: 'closed' });
  // What only the record knows (times, cost, the kept round) is final a moment after the last event.
  const settled = await getRun(projectId, runId, signal).catch(() => null);
  if (settled !== null) take(settled);
}

function actionOf({ event, data }: Frame, runId: string): TheaterAction | null {
  if (event === 'snapshot') {
    const { run } = JSON.parse(data) as StreamSnapshot;
    if (run?.run.id !== runId) return null;
    return { type: 'snapshot', critique: run.state, queuePosition: run.queuePosition };
  }
  if (event === 'queue_position') {
    const waiting = JSON.parse(data) as QueuePosition;
    return waiting.runId === runId ? { type: 'queue_position', position: waiting.position } : null;
  }
  const transcript = JSON.parse(data) as TranscriptEvent;
  // What is not numbered within its run is not told by the log.
  return transcript.seq > 0 && transcript.runId === runId ? { type: 'event', event: transcript } : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
