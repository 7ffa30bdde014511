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

/** @param index how many events have happened */
export function stateAt(events: readonly RunEvent[], index: number): MomentState {
  const open = new Set<unknown>();
  let state: MomentState = 'none';
  for (const event of events.slice(0, index)) {
    // The host's word is the last one: what was still asked then is asked no more.
    if (event.type === 'run.ended') open.clear();
    if (event.type === 'question.asked') open.add(event.id);
    else if (event.type === 'question.answered') open.delete(event.id);
    else if (event.type === 'run.state')
      state = event.state === 'paused' || event.state === 'waiting' ? event.state : 'running';
    else if (event.type === 'content.paused') state = 'paused';
    else if (ENDS.has(event.type)) state = 'over';
    else if (state !== 'over' || event.type === 'content.step_started') state = 'running';
  }
  return open.size > 0 ? 'waiting' : state;
}

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
