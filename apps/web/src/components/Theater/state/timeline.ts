/** A transcript as a line to move along. Seeking folds from the nearest checkpoint, never from zero. */
import { type CritiqueState, fold, IDLE } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { createLineSplitter } from '../../../stream/line-splitter.ts';

/**
 * Events between two kept states: the most a seek ever folds. A kept state shares what did not change with the one
 * before it, so it is cheap; and two seeks that start from the same one share it too, so little is drawn anew.
 */
export const CHECKPOINT_EVERY = 8;

export interface Mark {
  kind: 'round' | 'must_fix' | 'end';
  /** How many events lie before and at this mark. */
  index: number;
  round: number | null;
}

/** Grows while the transcript is read; what was added is never changed. */
export class Timeline {
  readonly events: TranscriptEvent[] = [];
  readonly marks: Mark[] = [];
  readonly #checkpoints: CritiqueState[] = [IDLE];
  #end: CritiqueState = IDLE;

  get length(): number {
    return this.events.length;
  }

  push(event: TranscriptEvent): void {
    const next = fold(this.#end, event);
    // A line that was read before, or one after the end, changes nothing and takes no place.
    if (next === this.#end) return;
    this.events.push(event);
    this.#end = next;
    if (this.events.length % CHECKPOINT_EVERY === 0) this.#checkpoints.push(next);
    const mark = markOf(event, this.events.length);
    if (mark !== null) this.marks.push(mark);
  }

  /** The state after the first `index` events. */
  at(index: number): CritiqueState {
    const wanted = Math.max(0, Math.min(Math.trunc(index), this.events.length));
    if (wanted === this.events.length) return this.#end;
    const checkpoint = Math.floor(wanted / CHECKPOINT_EVERY);
    let state = this.#checkpoints[checkpoint] ?? IDLE;
    for (let i = checkpoint * CHECKPOINT_EVERY; i < wanted; i++)
      state = fold(state, this.events[i] as TranscriptEvent);
    return state;
  }

  /** The next place to stop at by round: just after its first event, the last stop being the end. */
  stop(index: number, direction: 1 | -1): number {
    const stops = [0, ...this.marks.filter(({ kind }) => kind !== 'must_fix').map((mark) => mark.index)];
    const found = direction === 1 ? stops.find((at) => at > index) : stops.findLast((at) => at < index);
    return found ?? (direction === 1 ? this.length : 0);
  }

  /** Milliseconds between the event at `index` and the one before it, as they happened. */
  gapMs(index: number): number {
    const [before, event] = [this.events[index - 1], this.events[index]];
    if (before === undefined || event === undefined) return 0;
    return Math.max(0, Date.parse(event.at) - Date.parse(before.at));
  }
}

function markOf(event: TranscriptEvent, index: number): Mark | null {
  switch (event.type) {
    case 'critique.round_end':
      return { kind: 'round', index, round: event.round };
    case 'critique.panelist_must_fix':
      return { kind: 'must_fix', index, round: event.round };
    case 'critique.ship':
    case 'critique.degraded':
    case 'critique.interrupted':
    case 'critique.failed':
      return { kind: 'end', index, round: null };
    default:
      return null;
  }
}

/** Reads ndjson as it arrives. A last line without its end is read by `flush`. */
export function createLineReader(timeline: Timeline): { feed(text: string): void; flush(): void } {
  const lines = createLineSplitter();
  const feed = (text: string): void => {
    for (const line of lines(text)) if (line.trim()) timeline.push(JSON.parse(line) as TranscriptEvent);
  };
  return {
    feed,
    flush() {
      // A transcript cut off in the middle of a line still tells everything before it.
      try {
        feed('\n');
      } catch {}
    },
  };
}
