/** A play as it happens, whichever process plays it: every event, then those that follow, over a lost connection too. */
import type { PlayEvent, PlayRecord } from '@design-jury/contracts/questions';
import { useEffect, useState } from 'preact/hooks';
import { ApiError, ask } from '../api.ts';
import { readFrames } from '../components/Theater/hooks/event-frames.ts';
import { getPlay, playEventsUrl } from './plays-api.ts';

const FIRST_RETRY_MS = 300;
const MAX_RETRY_MS = 5_000;
/** More than any protocol's bounds allow. */
const MAX_EVENTS = 20_000;

export interface FollowedPlay {
  play: PlayRecord | null;
  events: readonly PlayEvent[];
  connection: 'connecting' | 'live' | 'lost' | 'closed';
  problem: string | null;
}

const FRESH: FollowedPlay = { play: null, events: [], connection: 'connecting', problem: null };

/** Give the component a key per play: one hook follows one play for its whole life. */
export function usePlay(playId: string): FollowedPlay {
  const [followed, setFollowed] = useState(FRESH);
  useEffect(() => {
    const stop = new AbortController();
    const set = (change: Partial<FollowedPlay>): void => {
      if (!stop.signal.aborted) setFollowed((before) => ({ ...before, ...change }));
    };
    void follow(playId, stop.signal, set);
    return () => stop.abort();
  }, [playId]);
  return followed;
}

async function follow(
  playId: string,
  signal: AbortSignal,
  set: (change: Partial<FollowedPlay>) => void,
): Promise<void> {
  let events: readonly PlayEvent[] = [];
  let retryMs = FIRST_RETRY_MS;
  while (!signal.aborted) {
    try {
      set({ play: await getPlay(playId, signal), problem: null });
      const headers = { 'Last-Event-ID': String(events.at(-1)?.seq ?? 0), Accept: 'text/event-stream' };
      const response = await ask(playEventsUrl(playId), { headers, signal });
      set({ connection: 'live' });
      retryMs = FIRST_RETRY_MS;
      for await (const frames of readFrames(response)) {
        const last = events.at(-1)?.seq ?? 0;
        const fresh = frames.map(({ data }) => JSON.parse(data) as PlayEvent).filter(({ seq }) => seq > last);
        if (fresh.length === 0) continue;
        events = [...events, ...fresh].slice(0, MAX_EVENTS);
        // How it stands is kept with the play and not told by an event.
        set({ events, play: await getPlay(playId, signal) });
      }
      const play = await getPlay(playId, signal);
      set({ play });
      if (play.status === 'ended' || events.length >= MAX_EVENTS) break;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status < 500) {
        set({ connection: 'closed', problem: error.message });
        return;
      }
    }
    set({ connection: 'lost' });
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
  }
  set({ connection: 'closed' });
}
