/** The acceptance critic argues against; nothing it raises is ever dropped. */
import type {
  AcceptanceBlocker,
  AcceptanceVerdict,
  CandidateBlocker,
  EvidenceRef,
  ResidualRisk,
  TaskPhase,
} from '@design-jury/contracts/convergence/schema';

/** What one voter says of one candidate. Doubt confirms nothing and refutes nothing. */
export type CandidateVote =
  | { verdict: 'confirm'; evidence: EvidenceRef[] }
  | { verdict: 'not-confirmed'; reason: string }
  | { verdict: 'verification-error' };

export type CandidateResult =
  | { kind: 'blocker'; blocker: AcceptanceBlocker }
  | { kind: 'residual'; risk: ResidualRisk };

/** One confirmation is enough; the majority does not matter here. */
export function settleCandidate(
  candidate: CandidateBlocker,
  votes: readonly CandidateVote[],
  followUpPhase: TaskPhase | null,
): CandidateResult {
  const confirmations = votes.filter((vote) => vote.verdict === 'confirm');
  if (confirmations.length > 0) {
    const cited = [...candidate.evidence, ...confirmations.flatMap((vote) => vote.evidence)];
    const evidence = [...new Map(cited.map((ref) => [JSON.stringify(ref), ref])).values()];
    return { kind: 'blocker', blocker: { ...candidate, evidence, followUpPhase, source: 'critic' } };
  }
  const spoke = votes.filter(({ verdict }) => verdict !== 'verification-error').length;
  return {
    kind: 'residual',
    risk: {
      statement: candidate.statement,
      severity: candidate.severity,
      evidence: candidate.evidence,
      escalationTrigger:
        spoke === 0
          ? 'nobody could check it: look at it before release'
          : `seen again, or evidence found that ${spoke} of ${votes.length} reviewers did not have`,
      source: 'critic',
    },
  };
}

export function acceptanceVerdict(blockers: readonly AcceptanceBlocker[]): AcceptanceVerdict {
  if (blockers.length === 0) return 'accepted';
  const isHard = blockers.some(
    ({ severity, followUpPhase }) => severity === 'critical' || followUpPhase === null,
  );
  return isHard ? 'blocked' : 'conditional-accept';
}

/** Null when verdict and blockers fit; else the sentence that says how they do not. */
export function verdictContradiction(
  verdict: AcceptanceVerdict,
  blockers: readonly AcceptanceBlocker[],
): string | null {
  if (verdict === 'accepted' && blockers.length > 0)
    return `the verdict is accepted with ${blockers.length} acceptance blockers`;
  if (verdict === 'unproved') return null;
  if (verdict !== 'accepted' && blockers.length === 0) return `the verdict is ${verdict} without a blocker`;
  return null;
}
