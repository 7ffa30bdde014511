/**
 * The artifact's badge. `critique_rounds_json` is the array `[{n, composite, mustFix, decision}]`; a JSON array
 * cannot carry the `cause` or `recoveryReason` that a failed or recovered run must leave there, so such a run
 * stores `{rounds: [...], cause, recoveryReason}` instead.
 */
import type { FailedCause, RoundDecision } from '@design-jury/contracts/theater/critique';

/** Rounds kept in the row, newest ones; the transcript has them all. */
export const MAX_ROUNDS_IN_ROW = 64;
/** Characters of a recovery reason kept in the row. */
const MAX_RECOVERY_REASON_LENGTH = 200;

interface RoundSummary {
  n: number;
  composite: number;
  mustFix: number;
  decision: RoundDecision;
}

export interface RoundsSummary {
  rounds: RoundSummary[];
  cause: FailedCause | null;
  recoveryReason: string | null;
}

export function encodeRoundsJson({ rounds, cause, recoveryReason }: RoundsSummary): string {
  const kept = rounds
    .slice(-MAX_ROUNDS_IN_ROW)
    .map(({ n, composite, mustFix, decision }) => ({ n, composite, mustFix, decision }));
  if (cause === null && recoveryReason === null) return JSON.stringify(kept);
  return JSON.stringify({
    rounds: kept,
    ...(cause === null ? {} : { cause }),
    ...(recoveryReason === null
      ? {}
      : { recoveryReason: recoveryReason.slice(0, MAX_RECOVERY_REASON_LENGTH) }),
  });
}
