/** What to do after a review: sentences, and commands to copy. */
import { finalRound, keepsNothing } from '../../report/ending.ts';
import { afterFailure, afterTimeout, KEEP_A_ROUND } from '../next-step.ts';
import type { Shell } from '../shell.ts';
import type { ReviewedPage } from './page.ts';
import { takeCommand } from './results.ts';

export function nextSteps(
  shell: Shell,
  { state, outputs, subject, gate, changed, applied }: ReviewedPage,
): { next: string[]; commands: string[] } {
  const take = changed && outputs.page !== null ? [takeCommand(shell, subject)] : [];
  const sentences = (...next: string[]) => ({ next, commands: [] });
  if (applied !== null) return sentences(applied);
  switch (state.phase) {
    case 'shipped':
      return changed
        ? { next: ['Next: read the diff, then replace the page with the copy:'], commands: take }
        : sentences('The page ships as it is; nothing was changed.');
    case 'below_threshold': {
      const left =
        'Next: change what is listed above, and review again. What you accept can be suppressed with a reason in jury.config.json.';
      if (gate.passes) return sentences();
      return changed
        ? {
            next: [left, 'What could be fixed mechanically is fixed in the copy; to take that much:'],
            commands: take,
          }
        : sentences(left, ...(keepsNothing(state) ? [KEEP_A_ROUND] : []));
    }
    case 'timed_out':
      return sentences(afterTimeout(state.cause));
    case 'interrupted':
      return finalRound(state) === null
        ? sentences()
        : sentences('The kept page was not judged to the end; review again for a verdict.');
    case 'degraded':
      return sentences(afterFailure(null));
    case 'failed':
      return sentences(afterFailure(state.cause));
    case 'idle':
    case 'running':
      return sentences();
  }
}
