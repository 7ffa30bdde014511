/** What a phase came to: one word of the protocol, and how it stands in the table of exit codes. */
import type { AcceptanceVerdict, FinalState, GateResult } from '@design-jury/contracts/convergence/schema';
import type { EndingOf } from '@design-jury/contracts/exit-codes';
import { OFFLINE_IDS } from './offline-ids.ts';
import type { ConvergenceResult } from './result.ts';

export type Outcome = FinalState | GateResult | AcceptanceVerdict;
/** As people are told: conditions that are requirements are no acceptance. */
export type ReportedOutcome = Outcome | 'undelivered';

export function reportedOutcome(result: ConvergenceResult): ReportedOutcome {
  return endingOf(result).status === 'undelivered' ? 'undelivered' : outcomeOf(result);
}

/** A gate that gates speaks first, then the acceptance; else how the rounds ended, if there was anything to look at. */
export function outcomeOf(result: ConvergenceResult): Outcome {
  const { gate, acceptance, finalState, lacksPlan } = result;
  if (gate?.gating === true) return gate.result;
  if (acceptance !== null) return acceptance.verdict;
  const isUnproved = hadNothing(result) || (lacksPlan && finalState !== 'aborted-non-result');
  if (isUnproved) return 'unproved';
  return heldBack(result) ? 'blocked' : finalState;
}

/** Something is handed over, and speaks against itself. What agents find is also what there is to know for it. */
function heldBack({ handsOver, findings, finalState }: ConvergenceResult): boolean {
  return (
    handsOver &&
    finalState === 'converged' &&
    findings.some(
      ({ classification, discoveredBy }) =>
        (classification === 'full-consensus' || classification === 'partial-consensus') &&
        discoveredBy.some((id) => OFFLINE_IDS.some((one) => one === id)),
    )
  );
}

/** Everybody says that there was nothing in the task and its project that they could look at. */
export function hadNothing({ analyses, findings, finalState }: ConvergenceResult): boolean {
  return (
    finalState === 'converged' &&
    findings.length === 0 &&
    analyses.length > 0 &&
    analyses.every(({ result }) => result.status === 'ok' && result.value.looked === 0)
  );
}

/** Never a pass by absence: a worker that gave no answer, or a round without a result, is inconclusive. */
export function endingOf(result: ConvergenceResult): EndingOf<'convergence'> {
  const { gate, acceptance, finalState, absent, findings } = result;
  const status = outcomeOf(result);
  const ending = { protocol: 'convergence' as const };
  if (gate?.gating === true) return { ...ending, status };
  if (finalState === 'aborted-non-result') return { ...ending, status: finalState };
  if (status === 'conditional-accept' && acceptance?.requirements.some(({ blocker }) => blocker !== null))
    return { ...ending, status: 'undelivered' };
  if (absent.length === 0 || status === 'blocked') return { ...ending, status };
  const decided = acceptance === null ? findings : acceptance.blockers;
  return { ...ending, status: decided.length === 0 ? 'unproved' : status };
}
