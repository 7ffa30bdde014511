/** What a phase came to: one word of the protocol, and how it stands in the table of exit codes. */
import type { AcceptanceVerdict, FinalState, GateResult } from '@design-jury/contracts/convergence/schema';
import type { EndingOf } from '@design-jury/contracts/exit-codes';
import type { ConvergenceResult } from './result.ts';

export type Outcome = FinalState | GateResult | AcceptanceVerdict;

/** A gate that gates speaks first, then the acceptance; else how the rounds ended. */
export function outcomeOf({ gate, acceptance, finalState }: ConvergenceResult): Outcome {
  if (gate?.gating === true) return gate.result;
  return acceptance?.verdict ?? finalState;
}

/** Never a pass by absence: a worker that gave no answer, or a round without a result, is inconclusive. */
export function endingOf(result: ConvergenceResult): EndingOf<'convergence'> {
  const { gate, acceptance, finalState, absent, findings } = result;
  const status = outcomeOf(result);
  const ending = { protocol: 'convergence' as const };
  if (gate?.gating === true) return { ...ending, status };
  if (finalState === 'aborted-non-result') return { ...ending, status: finalState };
  if (absent.length === 0 || status === 'blocked') return { ...ending, status };
  const decided = acceptance === null ? findings : acceptance.blockers;
  return { ...ending, status: decided.length === 0 ? 'unproved' : status };
}
