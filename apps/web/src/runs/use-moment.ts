import type { RunEvent } from '@design-jury/contracts/run';
import { useEffect, useRef, useState } from 'preact/hooks';
import { rename } from '../router.ts';

/** The address follows the moment once the moment holds still; browsers limit how often it may change. */
const HOLD_STILL_MS = 250;
const STEP_MS = 700;

export interface Moment {
  /** How many moments are behind it. */
  index: number;
  count: number;
  /** True while the newest event is followed. */
  isNow: boolean;
  playing: boolean;
  seek(index: number): void;
  step(direction: 1 | -1): void;
  toggle(): void;
  leave(): void;
}

/** Any moment of a run, or always the newest one. */
export function useMoment(count: number, path: string, from: number | null): Moment {
  const [chosen, setChosen] = useState(from);
  const [playing, setPlaying] = useState(false);
  const index = Math.min(chosen ?? count, count);
  useEffect(() => {
    if (count === 0) return;
    const timer = setTimeout(() => rename(chosen === null ? path : `${path}?at=${index}`), HOLD_STILL_MS);
    return () => clearTimeout(timer);
  }, [chosen, index, count, path]);
  useEffect(() => {
    if (!playing) return;
    if (index >= count) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setChosen(index + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [playing, index, count]);
  const seek = (to: number): void => {
    setPlaying(false);
    setChosen(Math.max(0, Math.min(to, count)));
  };
  return {
    index,
    count,
    isNow: chosen === null,
    playing,
    seek,
    step: (direction) => seek(index + direction),
    toggle() {
      if (!playing && index >= count) setChosen(0);
      else if (chosen === null) setChosen(index);
      setPlaying(!playing);
    },
    leave() {
      setPlaying(false);
      setChosen(null);
    },
  };
}

/** A moment for whoever folds: counted in events, of which one moment may hold several. */
export type ShownEvents = Pick<Moment, 'index' | 'count' | 'isNow'>;

export function inEvents({ index, isNow }: Moment, moments: readonly number[]): ShownEvents {
  return { index: moments[index - 1] ?? 0, count: moments.at(-1) ?? 0, isNow };
}

/** Folded as far as `index`; going on costs only what is new. */
export function useFold<State>(
  fold: (state: State, event: never) => State,
  empty: State,
  events: readonly RunEvent[],
  index: number,
): State {
  const kept = useRef({ index: 0, state: empty });
  if (index < kept.current.index) kept.current = { index: 0, state: empty };
  const { index: from, state } = kept.current;
  // Events are the daemon's own and trusted as typed; a fold leaves alone what it does not know.
  const next = events.slice(from, index).reduce((so, event) => fold(so, event as never), state);
  kept.current = { index: Math.min(index, events.length), state: next };
  return next;
}
