/** Each requirement of the brief: covered by something delivered that has a name, or a blocker. */
import type {
  AcceptanceBlocker,
  EvidenceRef,
  Finding,
  RequirementRow,
  ResidualRisk,
  WorkerVerdict,
} from '@design-jury/contracts/convergence/schema';
import { acceptanceVerdict, type CandidateVote } from './acceptance.ts';
import { effectiveVote } from './classification.ts';

export interface Requirement {
  /** Its own identifier, or `line 12`. */
  id: string;
  text: string;
  line: number;
  /** As it is written, with its marks. */
  raw: string;
  /** The paragraph it is a sentence of, where another sentence may name its file. */
  paragraph?: string;
}

/** A worker's word that a requirement is met, and by what. */
export interface CoverageClaim {
  requirement: string;
  artifact: EvidenceRef;
}

export interface CheckedClaim extends CoverageClaim {
  worker: string;
  /** False when the host looked and it is not there. */
  isThere: boolean;
}

/**
 * What is named by nobody, or only by what is not there, is not delivered: it becomes a blocker of its own. Where only workers
 * without a model looked (`readBy` grounded), what they could not find may still be there in other words: it is not proved.
 */
export function coverRequirements(
  requirements: readonly Requirement[],
  claims: readonly CheckedClaim[],
  blockers: readonly AcceptanceBlocker[],
  readBy: 'agents' | 'grounded' = 'agents',
): { rows: RequirementRow[]; added: AcceptanceBlocker[]; unproved: ResidualRisk[] } {
  const added: AcceptanceBlocker[] = [];
  const unproved: ResidualRisk[] = [];
  const rows = requirements.map((requirement): RequirementRow => {
    const known = blockers.find(({ evidence }) => evidence.some((ref) => isAbout(ref, requirement)));
    const own = claims.filter((claim) => claim.isThere && sameName(claim.requirement, requirement.id));
    const { id, text, line } = requirement;
    const row = { id, text, line, artifacts: artifactsOf(own) };
    if (known !== undefined) return { ...row, blocker: known.id };
    if (own.length > 0) return { ...row, blocker: null };
    if (readBy === 'grounded') {
      unproved.push(notProved(requirement));
      return { ...row, blocker: null };
    }
    const blocker = uncovered(requirement, added.length + 1);
    added.push(blocker);
    return { ...row, blocker: blocker.id };
  });
  return { rows, added, unproved };
}

function notProved({ id, text, line }: Requirement): ResidualRisk {
  return {
    statement:
      `Not proved: nothing delivered was found that shows the requirement ${id}, and nothing that speaks against it: ${text}`.slice(
        0,
        2_000,
      ),
    severity: 'major',
    evidence: [{ kind: 'requirement', ref: 'brief', line }],
    escalationTrigger: `somebody who reads what is delivered does not find ${id} in it`,
    source: 'verifier',
  };
}

function uncovered({ id, text, line }: Requirement, n: number): AcceptanceBlocker {
  return {
    id: `R-${String(n).padStart(3, '0')}`,
    statement: `Nothing delivered is named for the requirement ${id}: ${text}`.slice(0, 2_000),
    evidence: [{ kind: 'requirement', ref: 'brief', line }],
    severity: 'major',
    followUpPhase: 'implementation',
    source: 'verifier',
  };
}

function artifactsOf(claims: readonly CheckedClaim[]): RequirementRow['artifacts'] {
  const artifacts = new Map<string, RequirementRow['artifacts'][number]>();
  for (const { artifact, worker } of claims) {
    const key = `${artifact.kind}\0${artifact.ref}`;
    const known = artifacts.get(key);
    if (known === undefined) artifacts.set(key, { ref: artifact, by: [worker] });
    else if (!known.by.includes(worker)) known.by.push(worker);
  }
  return [...artifacts.values()];
}

function isAbout(ref: EvidenceRef, { line }: Requirement): boolean {
  return ref.kind === 'requirement' && ref.ref === 'brief' && ref.line === line;
}

function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** From what a worker found, agreed with or confirmed: the verdict it alone would lead to. */
export function workerVerdicts(
  workers: readonly string[],
  absent: readonly string[],
  blockers: readonly AcceptanceBlocker[],
  findings: readonly Finding[],
  candidateVotes: ReadonlyMap<string, Readonly<Record<string, CandidateVote>>>,
): WorkerVerdict[] {
  return workers.map((worker) => {
    const own = blockers.filter(({ id }) => {
      const finding = findings.find((candidate) => candidate.id === id);
      if (finding === undefined) return candidateVotes.get(id)?.[worker]?.verdict === 'confirm';
      const vote = effectiveVote(finding, worker)?.verdict;
      return finding.discoveredBy.includes(worker) || vote === 'agree' || vote === 'supplement';
    });
    const isSilent = absent.includes(worker) && own.length === 0;
    return {
      worker,
      verdict: isSilent ? null : acceptanceVerdict(own),
      supports: own.map(({ id }) => id),
    };
  });
}

export function disagree(verdicts: readonly WorkerVerdict[]): boolean {
  return new Set(verdicts.flatMap(({ verdict }) => verdict ?? [])).size > 1;
}
