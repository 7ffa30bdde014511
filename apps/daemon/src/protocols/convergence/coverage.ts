/** The coverage critic names what is missing; a gap counts only when somebody else sees it too. */
import type { ClarificationItem, CriticSummary, Finding } from '@design-jury/contracts/convergence/schema';
import { classify, countVotes, peersOf } from './classification.ts';
import { claimOverlap, SAME_CLAIM } from './grouping.ts';

export interface SettledGaps {
  merged: Finding[];
  /** Looked at and not shared; kept on record. */
  dropped: Finding[];
  clarifications: ClarificationItem[];
  summary: Pick<CriticSummary, 'gapsProposed' | 'gapsMerged'>;
}

/** A gap that says what a finding already says is no gap. */
export function freshGaps(gaps: readonly Finding[], known: readonly Finding[]): Finding[] {
  return gaps.filter(
    ({ claim }) => !known.some((finding) => claimOverlap(finding.claim, claim) >= SAME_CLAIM),
  );
}

/** `voters` are the analysers other than the critic's provider; gaps carry the votes of their one round. */
export function settleGaps(
  gaps: readonly Finding[],
  voters: readonly string[],
  firstClarification: number,
): SettledGaps {
  const merged: Finding[] = [];
  const dropped: Finding[] = [];
  const clarifications: ClarificationItem[] = [];
  for (const gap of gaps) {
    const peers = peersOf(gap, voters);
    const isUnheard = peers.length === 0 || countVotes(gap, voters).silent === peers.length;
    const settled = classify(gap, voters, true);
    if (isUnheard) clarifications.push(asQuestion(gap, firstClarification + clarifications.length));
    else if (settled.classification === 'full-consensus' || settled.classification === 'partial-consensus')
      merged.push(settled);
    else dropped.push(settled);
  }
  return {
    merged,
    dropped,
    clarifications,
    summary: { gapsProposed: gaps.length, gapsMerged: merged.length },
  };
}

function asQuestion({ claim, originEvidence }: Finding, n: number): ClarificationItem {
  const [first] = originEvidence;
  const checked =
    first === undefined
      ? 'none - no reviewer besides the critic could look'
      : `${first.ref}${first.line === undefined ? '' : `:${first.line}`}`;
  return {
    id: `C-${String(n).padStart(3, '0')}`,
    kind: 'question',
    statement: `${claim} Evidence checked: ${checked}`,
    expectedForm: 'yes, no, or what is known about it',
    status: 'open',
    blocks: 'none',
    userInput: '',
  };
}
