/**
 * What the screen knows of one run: the shared fold, and the few things only a screen has. Pure.
 * Events may arrive twice or out of order: `seq` decides.
 */
import { type CritiqueState, fold, IDLE } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';

/** Events that came too early and wait for the one before them. Above it the view starts over from a snapshot. */
export const MAX_EARLY_EVENTS = 256;

export interface TheaterState {
  critique: CritiqueState;
  /** 1 starts next; null when the run does not wait. */
  queuePosition: number | null;
  /** The user asked to stop. Only the daemon's word ends this. */
  interrupting: boolean;
  /** Ahead of their turn, by `seq`. */
  early: readonly TranscriptEvent[];
  /** An event was lost on the way: fold no further, ask for a snapshot. */
  stale: boolean;
}

export type TheaterPhase = CritiqueState['phase'] | 'queued' | 'interrupting';

export type TheaterAction =
  | { type: 'event'; event: TranscriptEvent }
  | { type: 'events'; events: readonly TranscriptEvent[] }
  | { type: 'snapshot'; critique: CritiqueState; queuePosition: number | null }
  | { type: 'queue_position'; position: number | null }
  | { type: 'interrupt_requested' }
  | { type: 'interrupt_refused' };

export const INITIAL: TheaterState = {
  critique: IDLE,
  queuePosition: null,
  interrupting: false,
  early: [],
  stale: false,
};

export function reduce(state: TheaterState, action: TheaterAction): TheaterState {
  switch (action.type) {
    case 'event':
      return onEvent(state, action.event);
    case 'events':
      return action.events.reduce(onEvent, state);
    case 'snapshot':
      return onSnapshot(state, action);
    case 'queue_position':
      return state.queuePosition === action.position ? state : { ...state, queuePosition: action.position };
    case 'interrupt_requested':
      return isOver(state.critique) ? state : { ...state, interrupting: true };
    case 'interrupt_refused':
      return { ...state, interrupting: false };
  }
}

export function phaseOf({ critique, queuePosition, interrupting }: TheaterState): TheaterPhase {
  if (isOver(critique)) return critique.phase;
  if (interrupting) return 'interrupting';
  return critique.phase === 'idle' && queuePosition !== null ? 'queued' : critique.phase;
}

export function isOver({ phase }: CritiqueState): boolean {
  return phase !== 'idle' && phase !== 'running';
}

function onEvent(state: TheaterState, event: TranscriptEvent): TheaterState {
  const next = state.critique.lastSeq + 1;
  if (event.seq < next || isOver(state.critique) || state.stale) return state;
  if (event.seq > next) return keepForLater(state, event);
  return catchUp({ ...state, critique: fold(state.critique, event), queuePosition: null });
}

/** Takes the events that waited for this moment; drops those it has passed. The end ends what the user asked. */
function catchUp(state: TheaterState): TheaterState {
  let { critique } = state;
  let taken = 0;
  for (const event of state.early) {
    if (event.seq > critique.lastSeq + 1) break;
    critique = fold(critique, event);
    taken += 1;
  }
  if (isOver(critique)) return { ...state, critique, interrupting: false, queuePosition: null, early: [] };
  return { ...state, critique, early: taken === 0 ? state.early : state.early.slice(taken) };
}

function keepForLater(state: TheaterState, event: TranscriptEvent): TheaterState {
  if (state.early.some(({ seq }) => seq === event.seq)) return state;
  if (state.early.length >= MAX_EARLY_EVENTS) return { ...state, early: [], stale: true };
  const after = state.early.findIndex(({ seq }) => seq > event.seq);
  return { ...state, early: state.early.toSpliced(after === -1 ? state.early.length : after, 0, event) };
}

/** A snapshot older than what is on screen tells nothing new, except about the queue. */
function onSnapshot(
  state: TheaterState,
  { critique, queuePosition }: Extract<TheaterAction, { type: 'snapshot' }>,
): TheaterState {
  if (critique.lastSeq < state.critique.lastSeq) return { ...state, queuePosition };
  return catchUp({ ...state, critique, queuePosition, stale: false });
}
