/** What a phase came to, in one word of the protocol. */
import type { AcceptanceVerdict, FinalState, GateResult } from '@design-jury/contracts/convergence/schema';
import type { ConvergenceResult } from './play.ts';

export type Outcome = FinalState | GateResult | AcceptanceVerdict;

/** A gate that gates speaks first, then the acceptance; else how the rounds ended. */
export function outcomeOf({ gate, acceptance, finalState }: ConvergenceResult): Outcome {
  if (gate?.gating === true) return gate.result;
  return acceptance?.verdict ?? finalState;
}
