/** The class of a finding from the votes there are. One pure function; absence is no vote. */
import type { Finding, FindingClass, Vote } from '@design-jury/contracts/convergence/schema';

export interface VoteCount {
  /** Discoverers, and peers whose latest effective vote supports. */
  supporting: number;
  dissenting: number;
  /** Peers without an effective vote. */
  silent: number;
  hasCounterEvidence: boolean;
}

type Votes = Pick<Finding, 'discoveredBy' | 'notAsked' | 'rounds'>;

/** Peers are the voters that did not discover it and can judge it. */
export function peersOf(
  { discoveredBy, notAsked }: Pick<Finding, 'discoveredBy' | 'notAsked'>,
  voters: readonly string[],
): string[] {
  return voters.filter((voter) => !discoveredBy.includes(voter) && !notAsked.includes(voter));
}

/** The latest vote of a peer that says something; a later error does not erase it. */
export function effectiveVote({ rounds }: Pick<Finding, 'rounds'>, voter: string): Vote | null {
  for (const { votes } of rounds.toReversed()) {
    const vote = votes[voter];
    if (vote !== undefined && vote.verdict !== 'verification-error') return vote;
  }
  return null;
}

export function countVotes(finding: Votes, voters: readonly string[]): VoteCount {
  const latest = peersOf(finding, voters).map((peer) => effectiveVote(finding, peer));
  const dissent = latest.filter((vote) => vote?.verdict === 'disagree');
  return {
    supporting:
      finding.discoveredBy.length +
      latest.filter((vote) => vote?.verdict === 'agree' || vote?.verdict === 'supplement').length,
    dissenting: dissent.length,
    silent: latest.filter((vote) => vote === null).length,
    hasCounterEvidence: dissent.some((vote) => vote?.disagreeBasis === 'counter-evidence'),
  };
}

function classOf(count: VoteCount, isAdversarial: boolean): FindingClass {
  const { supporting, dissenting, silent, hasCounterEvidence } = count;
  // Also where nobody else could be asked: what one says alone is never agreed, however few there are.
  if (supporting === 1) return 'worker-unique';
  if (dissenting === 0 && silent === 0) return 'full-consensus';
  if (isAdversarial && hasCounterEvidence) return 'contested';
  return supporting > dissenting ? 'partial-consensus' : 'contested';
}

export function classify(finding: Finding, voters: readonly string[], isAdversarial: boolean): Finding {
  const count = countVotes(finding, voters);
  const peers = peersOf(finding, voters);
  return {
    ...finding,
    classification: classOf(count, isAdversarial),
    disputed: count.dissenting > 0,
    unverified: count.silent === peers.length && (peers.length > 0 || finding.discoveredBy.length === 1),
  };
}

/** Without rounds: what all found, what several found, what one found and nobody looked at. */
export function classifyUnverified(finding: Finding, voters: readonly string[]): Finding {
  const found = finding.discoveredBy.length;
  if (found >= voters.length && found > 1) return { ...finding, classification: 'full-consensus' };
  if (found > 1) return { ...finding, classification: 'partial-consensus' };
  return { ...finding, classification: 'worker-unique', unverified: true };
}
