/** How a play stood at a moment of it, from its events: the record tells only how it stands now. No zod. */
import type { RunEvent } from './run.ts';

export type MomentStatus = 'none' | 'running' | 'waiting' | 'paused' | 'over';

/** What ends a play, whatever is told afterwards; a text that is deployed once it is saved goes on. */
const ENDS = new Set([
  'loop.ended',
  'convergence.ended',
  'content.failed',
  'content.saved',
  'content.deployed',
  'content.not_deployed',
]);

/** @param index how many events have happened */
export function statusAt(events: readonly RunEvent[], index: number): MomentStatus {
  const open = new Set<unknown>();
  let status: MomentStatus = 'none';
  for (const event of events.slice(0, index)) {
    if (event.type === 'question.asked') open.add(event.id);
    else if (event.type === 'question.answered') open.delete(event.id);
    else if (event.type === 'run.state')
      status = event.state === 'paused' || event.state === 'waiting' ? event.state : 'running';
    else if (event.type === 'content.paused') status = 'paused';
    else if (ENDS.has(event.type)) status = 'over';
    else if (status !== 'over' || event.type === 'content.step_started') status = 'running';
  }
  return open.size > 0 ? 'waiting' : status;
}
