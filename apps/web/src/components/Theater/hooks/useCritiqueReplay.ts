/** A transcript played again: read line by line into the same fold, at a chosen pace, from any moment. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../../api.ts';
import { INITIAL, type TheaterState } from '../state/reducer.ts';
import { createLineReader, Timeline } from '../state/timeline.ts';
import type { Turn } from '../TurnTaker.tsx';
import { useSweep } from './useSweep.ts';

/** `live` keeps the pace at which it happened. */
export type ReplaySpeed = 'live' | 'fast' | 'instant' | { intervalMs: number };

const FAST_FACTOR = 4;

export interface CritiqueReplay {
  state: TheaterState;
  timeline: Timeline;
  /** How many events are folded into `state`. */
  index: number;
  count: number;
  speed: ReplaySpeed;
  playing: boolean;
  /** Which part of the stage is drawn now; all of it unless a hand sweeps over the timeline. */
  turn: Turn;
  reading: boolean;
  problem: string | null;
  seek(index: number): void;
  step(direction: 1 | -1): void;
  setSpeed(speed: ReplaySpeed): void;
  toggle(): void;
}

/** Plays from the start, or stands still at `from`. */
export function useCritiqueReplay(url: string, from: number | null): CritiqueReplay {
  const [timeline] = useState(() => new Timeline());
  const [count, setCount] = useState(0);
  const [reading, setReading] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const [index, setIndex] = useState(from ?? 0);
  const [speed, setSpeed] = useState<ReplaySpeed>('live');
  const [playing, setPlaying] = useState(from === null);

  useEffect(() => {
    const stop = new AbortController();
    readTranscript(url, timeline, stop.signal, setCount)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
      })
      .finally(() => setReading(false));
    return () => stop.abort();
  }, [url, timeline]);

  // A frame that is already on its way must not undo what a hand has just done.
  const held = useRef(false);
  usePacing({ timeline, index, count, speed, playing, held, setIndex });
  const [turn, noteStride] = useSweep();

  // Before the first event there is nothing to see, and a stage to be built anew on the way back.
  const shown = Math.min(Math.max(index, 1), count);
  const ended = !reading && shown >= count;
  return {
    state: { ...INITIAL, critique: timeline.at(shown) },
    timeline,
    index: shown,
    count,
    speed,
    playing: playing && !ended,
    turn,
    reading,
    problem,
    seek(to) {
      held.current = true;
      setPlaying(false);
      noteStride(Math.abs(to - shown));
      setIndex(Math.min(to, count));
    },
    step(direction) {
      held.current = true;
      setPlaying(false);
      setIndex(timeline.stop(shown, direction));
    },
    setSpeed,
    toggle() {
      if (ended) setIndex(0);
      setPlaying(!playing || ended);
    },
  };
}

async function readTranscript(
  url: string,
  timeline: Timeline,
  signal: AbortSignal,
  onLength: (length: number) => void,
): Promise<void> {
  const response = await ask(url, { signal });
  const lines = createLineReader(timeline);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader?.read(); piece !== undefined && !piece.done; piece = await reader?.read()) {
    lines.feed(piece.value);
    onLength(timeline.length);
  }
  lines.flush();
  onLength(timeline.length);
}

interface Pacing {
  timeline: Timeline;
  index: number;
  count: number;
  speed: ReplaySpeed;
  playing: boolean;
  held: { current: boolean };
  setIndex(change: (index: number) => number): void;
}

/** Once per frame, every event that is due. What a frame leaves over counts for the next one. */
function usePacing({ timeline, index, count, speed, playing, held, setIndex }: Pacing): void {
  const place = useRef(index);
  place.current = index;
  useEffect(() => {
    if (!playing) return;
    held.current = false;
    if (speed === 'instant') {
      setIndex(() => count);
      return;
    }
    let frame = 0;
    let before = performance.now();
    let savedMs = 0;
    const wait = (at: number): number =>
      typeof speed === 'object'
        ? speed.intervalMs
        : timeline.gapMs(at) / (speed === 'fast' ? FAST_FACTOR : 1);
    const tick = (now: number): void => {
      if (held.current) return;
      savedMs += now - before;
      before = now;
      let at = place.current;
      while (at < count && savedMs >= wait(at)) {
        savedMs -= wait(at);
        at += 1;
      }
      if (at !== place.current) setIndex(() => at);
      place.current = at;
      if (at < count) frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [timeline, count, speed, playing, held, setIndex]);
}
