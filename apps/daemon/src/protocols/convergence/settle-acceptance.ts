/** Final verification: findings as blockers or risks, every requirement accounted for, the critic's candidates settled. */
import type {
  Acceptance,
  AcceptanceBlocker,
  CandidateBlocker,
  CriticSummary,
  Finding,
  ResidualRisk,
} from '@design-jury/contracts/convergence/schema';
import {
  acceptanceVerdict,
  type CandidateVote,
  settleCandidate,
  verdictContradiction,
} from './acceptance.ts';
import { requirementsOf } from './brief.ts';
import type { PhaseRequest } from './request.ts';
import { type CheckedClaim, coverRequirements, workerVerdicts } from './requirements.ts';
import type { ConvergenceState } from './state.ts';

export interface SettledAcceptance {
  acceptance: Acceptance;
  critic: CriticSummary | null;
  criticSaid: readonly string[] | null;
  notes: readonly string[];
}

export function settleAcceptance(
  { analyses, candidates, candidateVotes }: ConvergenceState,
  findings: readonly Finding[],
  claims: readonly CheckedClaim[],
  request: PhaseRequest,
): SettledAcceptance {
  const { workers, brief } = request;
  const raised = findings.filter(isShared).map((finding) => asBlocker(finding, workers));
  const risks = findings.filter((finding) => !isShared(finding)).map(asRisk);
  const votes = votesByCandidate(candidates ?? [], candidateVotes);
  for (const candidate of candidates ?? []) {
    const one = settleCandidate(candidate, Object.values(votes.get(candidate.id) ?? {}), 'implementation');
    if (one.kind === 'blocker') raised.push(one.blocker);
    else risks.push(one.risk);
  }
  const requirements = requirementsOf(brief);
  const readBy = workers.every(({ kind }) => kind === 'grounded') ? 'grounded' : 'agents';
  const cover = coverRequirements(requirements, claims, raised, readBy);
  risks.push(...cover.unproved);
  const blockers = [...raised, ...cover.added];
  // Nothing was asked that could be read: that nothing stands in the way proves nothing.
  const untested = untestedIn(cover.rows, analyses);
  const isUnproved = (requirements.length === 0 || untested.length > 0) && blockers.length === 0;
  const verdict = isUnproved ? 'unproved' : acceptanceVerdict(blockers);
  const contradiction = verdictContradiction(verdict, blockers);
  if (contradiction !== null) throw new Error(contradiction);
  const absent = analyses.filter(({ result }) => result.status === 'error').map(({ worker }) => worker);
  const acceptance: Acceptance = {
    verdict,
    blockers,
    risks,
    requirements: cover.rows,
    workerVerdicts: workerVerdicts(
      workers.map(({ id }) => id),
      absent,
      raised,
      findings,
      votes,
    ),
  };
  return {
    acceptance,
    ...criticWords(request, candidates, raised),
    notes: [
      ...(requirements.length === 0 ? ['the brief names no requirement that could be covered'] : []),
      ...untested.map(({ id, artifacts }) =>
        artifacts.length === 0
          ? `not proved: ${id}: nothing delivered was found that shows it; name its file or its test command in the brief`
          : `not proved: ${id}: ${artifacts.map(({ ref }) => ref.ref).join(', ')} is there, and no test that ran and asserts something shows what is asked; name its test command in the brief`,
      ),
    ],
  };
}

/** Covered by nothing but files, and by the word of nobody but those who say that the files do not show it. */
function untestedIn(
  rows: Acceptance['requirements'],
  analyses: ConvergenceState['analyses'],
): Acceptance['requirements'] {
  const silent = new Map(
    analyses.flatMap(({ worker, result }) =>
      result.status === 'ok' ? [[worker, new Set(result.value.unproved)] as const] : [],
    ),
  );
  return rows.filter(
    ({ id, blocker, artifacts }) =>
      blocker === null &&
      artifacts.every(
        ({ ref, by }) => ref.kind === 'file' && by.every((one) => silent.get(one)?.has(id) === true),
      ),
  );
}

export function isShared({ classification }: Finding): boolean {
  return classification === 'full-consensus' || classification === 'partial-consensus';
}

function asBlocker(
  { id, claim, originEvidence, discoveredBy }: Finding,
  workers: PhaseRequest['workers'],
): AcceptanceBlocker {
  // A command of the brief that was run and failed is no opinion: nothing goes out over it.
  const wasRun =
    originEvidence.some(({ kind }) => kind === 'command') &&
    workers.some((worker) => worker.kind === 'grounded' && discoveredBy.includes(worker.id));
  return {
    id,
    statement: claim,
    evidence: originEvidence,
    severity: wasRun ? 'critical' : 'major',
    followUpPhase: 'implementation',
    source: 'verifier',
  };
}

function asRisk({ claim, originEvidence, originWorker }: Finding): ResidualRisk {
  return {
    statement: claim,
    severity: 'minor',
    evidence: originEvidence,
    escalationTrigger: `another reviewer sees what ${originWorker} saw`,
    source: 'verifier',
  };
}

/** Whoever gave no vote on a candidate stands with an error. */
function votesByCandidate(
  candidates: readonly CandidateBlocker[],
  all: ConvergenceState['candidateVotes'],
): Map<string, Readonly<Record<string, CandidateVote>>> {
  return new Map(
    candidates.map(({ id }) => [
      id,
      Object.fromEntries(
        all.map(({ voter, votes }): [string, CandidateVote] => [
          voter,
          votes[id] ?? { verdict: 'verification-error' },
        ]),
      ),
    ]),
  );
}

function criticWords(
  { resolved: { config } }: PhaseRequest,
  candidates: readonly CandidateBlocker[] | null,
  blockers: readonly AcceptanceBlocker[],
): Pick<SettledAcceptance, 'critic' | 'criticSaid'> {
  if (candidates === null) return { critic: null, criticSaid: null };
  const confirmed = blockers.filter(({ source }) => source === 'critic').length;
  return {
    critic: {
      provider: config.critic.provider ?? '',
      modelExecutionValue: config.critic.modelExecutionValue ?? '',
      mode: 'acceptance-devils-advocate',
      candidatesProposed: candidates.length,
      confirmedBlockers: confirmed,
      downgradedToResidual: candidates.length - confirmed,
    },
    criticSaid: candidates.map(({ severity, statement }) => `${severity}: ${statement}`),
  };
}
