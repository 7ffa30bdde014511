/** A run of any protocol for its page: its record, kept by what it says, and every event, whichever process has it. */
import type { RunEvent, RunRecord } from '@design-jury/contracts/run';
import { recordAfter } from '@design-jury/contracts/run-moment';
import { useEffect, useState } from 'preact/hooks';
import { type Connection, type Follower, followRun } from '../stream/follow-run.ts';

/** More than any protocol's bounds allow. */
const MAX_EVENTS = 20_000;

export interface FollowedRun {
  run: RunRecord | null;
  /** Whether some process had it when somebody last looked, or it spoke. */
  held: boolean;
  /** Only ever grows: whoever draws is told how many there are. */
  events: readonly RunEvent[];
  connection: Connection;
  problem: string | null;
  /** What of its log could not be read. */
  damage?: readonly string[] | undefined;
}

const FRESH: FollowedRun = { run: null, held: false, events: [], connection: 'connecting', problem: null };

/** Give the component a key per run: one hook follows one run for its whole life. */
export function useRun(runId: string): FollowedRun {
  const [followed, setFollowed] = useState(FRESH);
  useEffect(() => {
    const stop = new AbortController();
    const follower = createFollower((now) => {
      if (!stop.signal.aborted) setFollowed(now);
    });
    void followRun(runId, follower, stop.signal);
    return () => stop.abort();
  }, [runId]);
  return followed;
}

export function createFollower(show: (now: FollowedRun) => void): Follower {
  const events: RunEvent[] = [];
  let now: FollowedRun = { ...FRESH, events };
  const change = (part: Partial<FollowedRun>): void => {
    now = { ...now, ...part };
    show(now);
  };
  return {
    whole: true,
    onSnapshot({ run, held, damage }) {
      // What was heard meanwhile may be newer than the record.
      change({ run: events.reduce(recordAfter, run), held, problem: null, damage });
    },
    onFrames(frames) {
      const fresh = freshIn(frames, events.at(-1)?.seq ?? 0).slice(0, MAX_EVENTS - events.length);
      if (fresh.length === 0 || now.run === null) return;
      const { updatedAt } = now.run;
      events.push(...fresh);
      const run = fresh.reduce(recordAfter, now.run);
      // Of an old run all is heard again: only what is newer than its record is a sign of life.
      const isAlive = run.state === 'running' && fresh.some(({ at }) => at >= updatedAt);
      change({ run, held: isAlive || (now.held && run.state === 'running') });
    },
    onConnection: (connection, problem) => change({ connection, problem: problem ?? null }),
    standing: () => (now.run?.endedAt != null || events.length >= MAX_EVENTS ? 'over' : 'open'),
  };
}

/** A run that was resumed numbers its events anew in its project, never in itself: `seq` tells what was heard. */
function freshIn(frames: readonly { id: number | null; data: string }[], last: number): RunEvent[] {
  return frames
    .filter(({ id }) => id !== null)
    .map(({ data }) => JSON.parse(data) as RunEvent)
    .filter(({ seq }) => seq > last);
}
