/** How a run of the other protocols ended, in the Theater's words: metrics and spans tell it alike. Pure. */
import { type EndingOf, EXIT } from '@design-jury/contracts/exit-codes';
import type { CritiqueStatus } from '@design-jury/contracts/theater/critique';
import { endCause } from './labels.ts';

/** The host's last event, as it was read: one of an older version has neither cause nor message. */
export type RunEnd = Readonly<Record<string, unknown>>;

/**
 * Results that leave it open. Their command ends with the same number as that of a run that failed, and whatever else ends
 * with it has failed: a text says its cause instead of a result.
 */
const INCONCLUSIVE: ReadonlySet<unknown> = new Set([
  'not-deployed',
  'aborted-non-result',
  'unproved',
  // The loop's only word for an end by itself; how much was proved is in the exit code.
  'CONVERGED',
] satisfies (EndingOf<'content' | 'convergence'>['status'] | 'CONVERGED')[]);

export function statusOf({ state, outcome, exitCode }: RunEnd): CritiqueStatus {
  if (isSaidToFail({ state, outcome })) return 'failed';
  switch (exitCode) {
    case EXIT.ships:
      return 'shipped';
    case EXIT.doesNotShip:
      return 'below_threshold';
    case EXIT.interrupted:
      return 'interrupted';
    case EXIT.inconclusive:
      return INCONCLUSIVE.has(outcome) ? 'degraded' : 'failed';
    default:
      return 'failed';
  }
}

/** In so many words. A text that failed has told it before, with its cause (`content.failed`). */
export function isSaidToFail({ state, outcome }: RunEnd): boolean {
  return state === 'failed' || outcome === 'failed';
}

/** A text's own words for what the Theater names too. */
const SAME_CAUSE: Readonly<Record<string, string>> = {
  'no-agent': 'agent_unavailable',
  internal: 'orchestrator_internal',
};

/** Why one failed, from a closed set. */
export function causeOf({ cause }: RunEnd): string {
  const word = typeof cause === 'string' ? cause : '';
  return endCause(Object.hasOwn(SAME_CAUSE, word) ? (SAME_CAUSE[word] ?? word) : word);
}
