/** What to do after a run that proved nothing: by its cause, since each clock has a name of its own. */

import type { FailedCause } from '@design-jury/contracts/theater/critique';
import { juryCommand } from '../command-name.ts';

/** @param cause null where rounds were complete: then the log does not say which clock it was */
export function afterTimeout(cause: FailedCause | null): string {
  switch (cause) {
    case 'first_byte_timeout':
    case 'idle_timeout':
      return `Next: the agent gave no answer. ${juryCommand()} agents shows how it logs in; check that and the network, and try it by itself.`;
    case 'per_round_timeout':
      return `Next: give a round more time with OD_CRITIQUE_ROUND_TIMEOUT_MS, or take a smaller page. An agent without a login or a network may also try until then: see ${juryCommand()} agents.`;
    case 'total_timeout':
      return 'Next: give it more time with OD_CRITIQUE_TOTAL_TIMEOUT_MS, or take a smaller page.';
    default:
      return 'Next: give it more time with OD_CRITIQUE_ROUND_TIMEOUT_MS and OD_CRITIQUE_TOTAL_TIMEOUT_MS, or take a smaller page.';
  }
}

export function afterFailure(cause: FailedCause | null): string {
  switch (cause) {
    case 'agent_error':
    case 'agent_unavailable':
    case 'cli_exit_nonzero':
      return `Next: ${juryCommand()} agents shows which agents can be used and how each logs in; ${juryCommand()} replay shows the transcript.`;
    default:
      return `Next: ${juryCommand()} doctor shows what is installed and healthy; ${juryCommand()} replay shows the transcript.`;
  }
}

/** Under the policy `fail` a run below the threshold leaves no page. */
export const KEEP_A_ROUND =
  'To have the best round kept, set OD_CRITIQUE_FALLBACK_POLICY=ship_best; to allow more rounds, --max-rounds.';

/** A path in a command that is shown to be typed. */
export function shellWord(path: string): string {
  return /^[\w./@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
