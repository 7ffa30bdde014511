/** How a run stood at a moment of it, and how an event changes its record. From its events alone, no zod. */
import type { HostEvent, RunEvent, RunRecord } from './run.ts';

/** `none`: before its first event. `over`: nothing decides anything any more. */
export type MomentState = 'none' | 'running' | 'waiting' | 'paused' | 'over';

/** What ends a run, whatever is told afterwards; a text that is deployed once it is saved goes on. */
const ENDS = new Set([
  'run.ended',
  'loop.ended',
  'convergence.ended',
  'content.failed',
  'content.saved',
  'content.deployed',
  'content.not_deployed',
]);

interface Standing {
  state: MomentState;
  /** Questions that were asked and not answered. */
  open: ReadonlySet<unknown>;
}

const UNBEGUN: Standing = { state: 'none', open: new Set() };

function standingAfter({ state, open }: Standing, event: RunEvent): Standing {
  switch (event.type) {
    case 'run.ended':
      // The host's word is the last one: what was still asked then is asked no more.
      return { state: 'over', open: UNBEGUN.open };
    case 'question.asked':
      return { state, open: new Set([...open, event.id]) };
    case 'question.answered':
      return { state, open: new Set([...open].filter((id) => id !== event.id)) };
    case 'run.state':
      return {
        state: event.state === 'paused' || event.state === 'waiting' ? event.state : 'running',
        open,
      };
    case 'content.paused':
      return { state: 'paused', open };
    default:
      if (ENDS.has(event.type)) return { state: 'over', open };
      return state !== 'over' || event.type === 'content.step_started'
        ? { state: 'running', open }
        : { state, open };
  }
}

const stateOf = ({ state, open }: Standing): MomentState => (open.size > 0 ? 'waiting' : state);

/** @param index how many events have happened */
export function stateAt(events: readonly RunEvent[], index: number): MomentState {
  return stateOf(events.slice(0, index).reduce(standingAfter, UNBEGUN));
}

/**
 * The moments of a run that somebody can tell apart: for each, how many events have happened then. What the host says
 * of a run that stands so already belongs to the moment before it. Give it the events of one run, as they grow.
 */
export function createMoments(): (events: readonly RunEvent[]) => readonly number[] {
  const moments: number[] = [];
  let standing = UNBEGUN;
  let read = 0;
  return (events) => {
    for (; read < events.length; read++) {
      const event = events[read] as RunEvent;
      const before = stateOf(standing);
      standing = standingAfter(standing, event);
      const isSaidAgain = isOfHost(event) && stateOf(standing) === before;
      if (isSaidAgain) moments.pop();
      moments.push(read + 1);
    }
    return moments;
  };
}

const isOfHost = ({ type }: RunEvent): boolean => type === 'run.state' || type === 'run.ended';

/**
 * A record is read once and then kept by what the run says. An event from before the record was written changes nothing:
 * whoever reads a run from its first event has the newer word already.
 */
export function recordAfter(run: RunRecord, event: RunEvent): RunRecord {
  if (event.at < run.updatedAt) return run;
  const said = event as unknown as HostEvent & { at: string };
  switch (said.type) {
    case 'run.state':
      return { ...run, state: said.state, updatedAt: said.at };
    case 'run.ended': {
      const { state, outcome, exitCode, at } = said;
      return { ...run, state, outcome, exitCode, updatedAt: at, endedAt: at };
    }
    default:
      // A run that says anything has begun.
      return run.state === 'queued' ? { ...run, state: 'running' } : run;
  }
}
