/** A run of the Theater as it happens: the shared follower, folded into what the stage shows. */
import type { QueuePosition, TheaterSnapshot } from '@design-jury/contracts/http';
import type { TheaterRun } from '@design-jury/contracts/run';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { interruptRun } from '../../../api.ts';
import { navigate } from '../../../router.ts';
import type { Frame } from '../../../stream/event-frames.ts';
import { type Connection, type Follower, followRun } from '../../../stream/follow-run.ts';
import { INITIAL, isOver, reduce, type TheaterAction, type TheaterState } from '../state/reducer.ts';

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
    follow(runId, stop.signal, setLive);
    return () => stop.abort();
  }, [runId]);

  const interrupt = useCallback(() => {
    apply({ type: 'interrupt_requested' });
    interruptRun(projectId, runId).catch((error: unknown) => {
      apply({ type: 'interrupt_refused' });
      setLive((before) => ({ ...before, problem: error instanceof Error ? error.message : String(error) }));
    });
  }, [projectId, runId, apply]);

  return { ...live, interrupt };
}

type Update = (change: (before: Live) => Live) => void;

function follow(runId: string, signal: AbortSignal, set: Update): void {
  let state = INITIAL;
  /** By its record: a run without a jury has no events that say so. */
  let ended = false;

  const show = (actions: readonly TheaterAction[], change: Partial<Live> = {}): void => {
    state = actions.reduce(reduce, state);
    // The user's own interrupt lives on screen only, so both sides fold the same actions.
    set((before) => ({ ...before, ...change, state: actions.reduce(reduce, before.state) }));
  };
  const follower: Follower = {
    whole: false,
    onSnapshot(snapshot) {
      const { state: critique, queuePosition, run } = snapshot as TheaterSnapshot;
      // A run of another protocol has a page of its own.
      if (run.protocol !== 'theater') return navigate(`/runs/${runId}`, true);
      ended = run.endedAt !== null;
      show([{ type: 'snapshot', critique, queuePosition }], { run, problem: null });
    },
    onFrames(frames) {
      ended ||= frames.some(isEnd);
      const actions = frames.flatMap(actionOf);
      if (actions.length > 0) show(actions, { heardAt: Date.now() });
    },
    onConnection: (connection, problem) => show([], { connection, ...(problem && { problem }) }),
    standing: () => (ended || isOver(state.critique) ? 'over' : state.stale ? 'stale' : 'open'),
  };
  void followRun(runId, follower, signal);
}

/** A run without a jury has nothing of its own to say it with. */
const isEnd = ({ event }: Frame): boolean => /^run.ended$/.test(event);

function actionOf(frame: Frame): TheaterAction[] {
  const { id, event, data } = frame;
  if (event === 'queue_position')
    return [{ type: event, position: (JSON.parse(data) as QueuePosition).position }];
  // What has no number is not told by the log.
  if (id === null || isEnd(frame)) return [];
  return [{ type: 'event', event: JSON.parse(data) as TranscriptEvent }];
}
