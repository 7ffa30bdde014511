/**
 * Rounds over a queue that only shrinks. A round sends each voter the items it did not discover, with what
 * was said of them before; votes come back or do not; what points one way leaves the queue for good.
 */
import type { FinalState, Finding, Vote } from '@design-jury/contracts/convergence/schema';
import { classify, effectiveVote, peersOf } from './classification.ts';

export interface ConvergenceRounds {
  voters: readonly string[];
  isAdversarial: boolean;
  maxRounds: number;
  findings: readonly Finding[];
  /** Ids still open; a subset of what Round 0 put in. */
  queue: readonly string[];
  round: number;
  finalState: FinalState | null;
}

/** One dispatch: one voter, all its open items, once. */
export interface Dispatch {
  round: number;
  voter: string;
  items: readonly Finding[];
}

/** What came back of a dispatch. An item without a vote is an error of that vote, not of the others. */
export type DispatchResult =
  | { voter: string; status: 'ok'; votes: Readonly<Record<string, RawVote>> }
  | { voter: string; status: 'non-result'; reason: string };

export interface RawVote {
  verdict: 'AGREE' | 'DISAGREE' | 'SUPPLEMENT';
  basis?: string | null | undefined;
  rationale: string;
  evidence: Vote['evidence'];
  supplement?: string | undefined;
}

export function openRounds(
  findings: readonly Finding[],
  voters: readonly string[],
  { isAdversarial, maxRounds }: { isAdversarial: boolean; maxRounds: number },
): ConvergenceRounds {
  const queue = findings.filter((finding) => peersOf(finding, voters).length > 0).map(({ id }) => id);
  const state = { voters, isAdversarial, maxRounds, findings, queue, round: 0, finalState: null };
  return queue.length === 0 ? finish(state, 'converged') : state;
}

export function dispatchesOf({ findings, queue, voters, round }: ConvergenceRounds): Dispatch[] {
  const open = findings.filter(({ id }) => queue.includes(id));
  return voters.flatMap((voter) => {
    const items = open.filter((finding) => peersOf(finding, [voter]).length > 0);
    return items.length === 0 ? [] : [{ round: round + 1, voter, items }];
  });
}

/** Tallies one round. `results` are those of `dispatchesOf`; a missing one is a non-result. */
export function tallyRound(
  state: ConvergenceRounds,
  results: readonly DispatchResult[],
): { state: ConvergenceRounds; warnings: string[] } {
  if (state.finalState !== null) return { state, warnings: [] };
  const dispatches = dispatchesOf(state);
  const round = state.round + 1;
  const warnings: string[] = [];
  const byVoter = new Map(results.map((result) => [result.voter, result]));
  const findings = state.findings.map((finding) => {
    if (!state.queue.includes(finding.id)) return finding;
    const votes: Record<string, Vote> = {};
    for (const voter of peersOf(finding, state.voters)) {
      const result = byVoter.get(voter);
      const raw = result?.status === 'ok' ? result.votes[finding.id] : undefined;
      const { vote, warning } = storedVote(raw, result, state.isAdversarial);
      if (warning !== null) warnings.push(`${finding.id}, ${voter}: ${warning}`);
      votes[voter] = vote;
    }
    return withVotes(finding, round, votes);
  });
  const next = {
    ...state,
    findings,
    round,
    queue: state.queue.filter((id) => !isResolved(findings, id, state.voters)),
  };
  const hadNothing = dispatches.every(({ voter }) => byVoter.get(voter)?.status !== 'ok');
  if (hadNothing) return { state: finish(next, 'aborted-non-result'), warnings };
  if (next.queue.length === 0) return { state: finish(next, 'converged'), warnings };
  return { state: round >= state.maxRounds ? finish(next, 'max-rounds-reached') : next, warnings };
}

function finish(state: ConvergenceRounds, finalState: FinalState): ConvergenceRounds {
  const findings = state.findings.map((finding) => classify(finding, state.voters, state.isAdversarial));
  return { ...state, findings, finalState };
}

function withVotes(finding: Finding, round: number, votes: Record<string, Vote>): Finding {
  const added = Object.entries(votes).flatMap(([by, { supplement }]) =>
    supplement === undefined ? [] : [{ by, text: supplement }],
  );
  return {
    ...finding,
    rounds: [...finding.rounds, { round, votes }],
    supplements: [...finding.supplements, ...added],
  };
}

/** Every peer has said something, and all of it points one way. */
function isResolved(findings: readonly Finding[], id: string, voters: readonly string[]): boolean {
  const finding = findings.find((candidate) => candidate.id === id);
  if (finding === undefined) return true;
  const sides = peersOf(finding, voters).map((peer) => {
    const vote = effectiveVote(finding, peer);
    return vote === null ? 'silent' : vote.verdict === 'disagree' ? 'against' : 'for';
  });
  return !sides.includes('silent') && new Set(sides).size === 1;
}

function storedVote(
  raw: RawVote | undefined,
  result: DispatchResult | undefined,
  isAdversarial: boolean,
): { vote: Vote; warning: string | null } {
  if (raw === undefined) {
    const reason = result?.status === 'non-result' ? result.reason : 'no vote on this item';
    return {
      vote: { verdict: 'verification-error', disagreeBasis: null, rationale: reason, evidence: [] },
      warning: null,
    };
  }
  const { rationale, evidence, supplement } = raw;
  switch (raw.verdict) {
    case 'AGREE':
      return { vote: { verdict: 'agree', disagreeBasis: null, rationale, evidence }, warning: null };
    case 'SUPPLEMENT':
      return {
        vote: {
          verdict: 'supplement',
          disagreeBasis: null,
          rationale,
          evidence,
          supplement: supplement ?? rationale,
        },
        warning: null,
      };
    case 'DISAGREE': {
      if (!isAdversarial)
        return { vote: { verdict: 'disagree', disagreeBasis: null, rationale, evidence }, warning: null };
      const { basis, warning } = basisOf(raw);
      return { vote: { verdict: 'disagree', disagreeBasis: basis, rationale, evidence }, warning };
    }
  }
}

/** A contradiction needs something that contradicts: without evidence it is doubt. */
function basisOf({ basis, evidence }: RawVote): { basis: Vote['disagreeBasis']; warning: string | null } {
  if (basis === 'counter-evidence')
    return evidence.length > 0
      ? { basis, warning: null }
      : { basis: 'unproven', warning: 'counter-evidence without evidence is stored as unproven' };
  if (basis === 'unproven') return { basis, warning: null };
  return { basis: 'unproven', warning: 'a refusal without a basis is stored as unproven' };
}
