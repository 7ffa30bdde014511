/** One run of any protocol as it happens: how it stands, then every event; a lost connection goes on where it was. */
import type { RunSnapshot, StreamSnapshot } from '@design-jury/contracts/http';
import { ApiError, ask, getRun, projectUrl } from '../api.ts';
import { type Frame, readFrames } from './event-frames.ts';

const FIRST_RETRY_MS = 300;
const MAX_RETRY_MS = 5_000;

export type Connection = 'connecting' | 'live' | 'lost' | 'closed';

export interface Follower {
  /** Every event from the first one. Otherwise those after the snapshot, whose `state` has the others folded. */
  whole: boolean;
  onSnapshot(snapshot: RunSnapshot): void;
  /** What one piece of the stream brought, possibly nothing. */
  onFrames(frames: readonly Frame[]): void;
  onConnection(connection: Connection, problem?: string): void;
  /** `stale`: events were lost, and only a snapshot helps. */
  standing(): 'open' | 'stale' | 'over';
}

/** Resolves when the run is over, or cannot be followed; never rejects. */
export async function followRun(runId: string, follower: Follower, signal: AbortSignal): Promise<void> {
  const { whole } = follower;
  let lastId = whole ? 0 : null;
  let newestId = 0;
  let url = '';
  let retryMs = FIRST_RETRY_MS;
  const take = (snapshot: RunSnapshot): void => {
    url = `${projectUrl(snapshot.run.projectId)}/events?run=${runId}`;
    newestId = snapshot.lastEventId;
    if (!whole) lastId = newestId;
    follower.onSnapshot(snapshot);
  };
  /** A run that is over may still have to be read. */
  const standing = (): string => {
    const now = follower.standing();
    return now === 'over' && (lastId ?? 0) < newestId ? 'open' : now;
  };
  while (!signal.aborted) {
    try {
      if (whole || lastId === null || standing() === 'stale') take(await getRun(runId, signal));
      if (standing() === 'over') break;
      const headers = { 'Last-Event-ID': `${lastId}`, Accept: 'text/event-stream' };
      const response = await ask(url, { headers, signal });
      follower.onConnection('live');
      retryMs = FIRST_RETRY_MS;
      for await (const frames of readFrames(response)) {
        for (const { id, event, data } of frames) {
          if (id !== null) lastId = id;
          // Our id was of another history, such as a data folder that was replaced.
          const { run } = (event === 'snapshot' ? JSON.parse(data) : {}) as Partial<StreamSnapshot>;
          if (run) take(run);
        }
        follower.onFrames(frames);
        if (standing() !== 'open') break;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status < 500) {
        follower.onConnection('closed', error.message);
        return;
      }
    }
    if (standing() === 'over') break;
    if (standing() === 'stale') continue;
    follower.onConnection('lost');
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
  }
  follower.onConnection('closed');
  // What only the record knows (times, cost, the kept round) is final a moment after the last event.
  await getRun(runId, signal).then(take, () => {});
}
