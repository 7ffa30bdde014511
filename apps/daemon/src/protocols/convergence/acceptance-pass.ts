/** Final verification: findings as blockers or risks, every requirement accounted for, the critic's candidates settled. */
import type {
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
import { findable, limited, settled } from './asking.ts';
import type { Acceptance, ConvergencePlay, ConvergenceResult } from './play.ts';
import { type CheckedClaim, coverRequirements, workerVerdicts } from './requirements.ts';

type Analyses = ConvergenceResult['analyses'];
type CandidateVotes = Map<string, Readonly<Record<string, CandidateVote>>>;

interface Settled {
  acceptance: Acceptance | null;
  critic: CriticSummary | null;
  criticSaid: readonly string[] | null;
}

export async function accept(
  play: ConvergencePlay,
  findings: readonly Finding[],
  analyses: Analyses,
  notes: string[],
): Promise<Settled> {
  const { task, workers, emit } = play;
  if (task.phase !== 'final-verification') return { acceptance: null, critic: null, criticSaid: null };
  const raised = findings.filter(isShared).map((finding) => asBlocker(finding, workers));
  const risks = findings.filter((finding) => !isShared(finding)).map(asRisk);
  const candidates = await candidatesOf(play, findings, notes);
  const votes = await votesOn(play, candidates?.candidates ?? []);
  for (const candidate of candidates?.candidates ?? []) {
    const settledOne = settleCandidate(
      candidate,
      Object.values(votes.get(candidate.id) ?? {}),
      'implementation',
    );
    if (settledOne.kind === 'blocker') raised.push(settledOne.blocker);
    else risks.push(settledOne.risk);
  }
  const cover = coverRequirements(task.requirements, await claimsOf(task.project, analyses), raised);
  if (task.requirements.length === 0) notes.push('the brief names no requirement that could be covered');
  const blockers = [...raised, ...cover.added];
  const verdict = acceptanceVerdict(blockers);
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
  const words = criticWords(play, candidates, raised);
  if (words.critic !== null)
    await emit({
      type: 'convergence.critic',
      summary: words.critic,
      said: words.criticSaid ?? [],
      merged: [],
      dropped: [],
      clarifications: [],
    });
  await emit({ type: 'convergence.acceptance', ...acceptance });
  return { acceptance, ...words };
}

function isShared({ classification }: Finding): boolean {
  return classification === 'full-consensus' || classification === 'partial-consensus';
}

function asBlocker(
  { id, claim, originEvidence, discoveredBy }: Finding,
  workers: ConvergencePlay['workers'],
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

async function candidatesOf(
  { task, critic, resolved, signal }: ConvergencePlay,
  findings: readonly Finding[],
  notes: string[],
): Promise<{ candidates: CandidateBlocker[] } | null> {
  if (critic === null || !resolved.config.critic.enabled) return null;
  const result = await settled(() => critic.candidates(task, findings, signal));
  if (result.status === 'ok') return { candidates: result.value };
  notes.push('critic-skipped: non-result');
  return null;
}

/** Voters are the analysers other than the critic's provider. */
async function votesOn(
  { task, critic, workers, signal }: ConvergencePlay,
  candidates: readonly CandidateBlocker[],
): Promise<CandidateVotes> {
  const votes: CandidateVotes = new Map();
  if (candidates.length === 0) return votes;
  const voters = workers.filter(({ id }) => id !== critic?.provider);
  const results = await limited(voters, async (worker) => ({
    id: worker.id,
    result: await settled(() => worker.voteCandidates(task, candidates, signal)),
  }));
  for (const { id } of candidates) {
    const own: Record<string, CandidateVote> = {};
    for (const { id: voter, result } of results) {
      const vote = result.status === 'ok' ? result.value[id] : undefined;
      own[voter] =
        vote === undefined ? { verdict: 'verification-error' } : await standing(task.project, vote);
    }
    votes.set(id, own);
  }
  return votes;
}

/** A confirmation whose evidence is not there confirms nothing. */
async function standing(project: string, vote: CandidateVote): Promise<CandidateVote> {
  if (vote.verdict !== 'confirm') return vote;
  const evidence = await findable(project, vote.evidence);
  return evidence.length > 0
    ? { verdict: 'confirm', evidence }
    : { verdict: 'not-confirmed', reason: 'what it cites is not there' };
}

async function claimsOf(project: string, analyses: Analyses): Promise<CheckedClaim[]> {
  const claims = analyses.flatMap(({ worker, result }) =>
    result.status === 'ok' ? result.value.coverage.map((claim) => ({ ...claim, worker })) : [],
  );
  return Promise.all(
    claims.map(async (claim) => ({
      ...claim,
      isThere: (await findable(project, [claim.artifact])).length > 0,
    })),
  );
}

function criticWords(
  { critic, resolved }: ConvergencePlay,
  said: { candidates: CandidateBlocker[] } | null,
  blockers: readonly AcceptanceBlocker[],
): Pick<Settled, 'critic' | 'criticSaid'> {
  if (critic === null || said === null) return { critic: null, criticSaid: null };
  const confirmed = blockers.filter(({ source }) => source === 'critic').length;
  return {
    critic: {
      provider: critic.provider,
      modelExecutionValue: resolved.config.critic.modelExecutionValue ?? '',
      mode: 'acceptance-devils-advocate',
      candidatesProposed: said.candidates.length,
      confirmedBlockers: confirmed,
      downgradedToResidual: said.candidates.length - confirmed,
    },
    criticSaid: said.candidates.map(({ severity, statement }) => `${severity}: ${statement}`),
  };
}
