/** Votes on the items of a plan, and the gate over them. */
import type {
  Breakage,
  Dissent,
  GateResult,
  JudgedPlanItem,
  PlanItem,
  PlanItemClass,
  PlanVote,
} from '@design-jury/contracts/convergence/schema';

/** One voter can neither pass nor sink an item. */
const QUORUM = 2;

export function planItemClass(votes: readonly PlanVote[]): PlanItemClass {
  const effective = votes.filter(({ verdict }) => verdict !== 'verification-error');
  const against = effective.filter(({ verdict }) => verdict === 'disagree').length;
  if (effective.length < QUORUM) return 'undetermined';
  if (against === 0) return 'agreed';
  return against * 2 > effective.length ? 'majority-disagree' : 'dissent-isolated';
}

export function planGate(classes: readonly PlanItemClass[]): GateResult {
  if (classes.includes('majority-disagree')) return 'blocked-by-disagreement';
  if (classes.length === 0 || classes.includes('undetermined')) return 'aborted-non-result';
  return classes.includes('dissent-isolated') ? 'passed-with-dissent' : 'passed';
}

/** Everything a vote against names, the first first; nothing of any other vote. */
export function breakagesOf(vote: PlanVote): Breakage[] {
  return vote.verdict === 'disagree' ? [{ kind: vote.kind, reason: vote.reason }, ...(vote.also ?? [])] : [];
}

export interface PlanVotes {
  item: PlanItem;
  votes: Readonly<Record<string, PlanVote>>;
}

export function dissentLog(items: readonly PlanVotes[]): Dissent[] {
  return items.flatMap(({ item, votes }) =>
    Object.entries(votes).flatMap(([voter, vote]) =>
      breakagesOf(vote).map(({ kind, reason }) => ({ itemId: item.id, voter, kind, reason })),
    ),
  );
}

export interface PlanVerdict {
  result: GateResult;
  gating: boolean;
  items: JudgedPlanItem[];
  dissent: Dissent[];
}

/** One voter's word on the items of a plan; null when it gave no result. */
export interface VoterVotes {
  voter: string;
  votes: Readonly<Record<string, PlanVote>> | null;
}

/** The items of a plan with everybody's votes; whoever gave none is recorded with an error. */
export function judgePlan(
  items: readonly PlanItem[],
  voters: readonly VoterVotes[],
  gating: boolean,
): PlanVerdict {
  const judged = items.map((item): JudgedPlanItem => {
    const votes = Object.fromEntries(
      voters.map(({ voter, votes: own }): [string, PlanVote] => [
        voter,
        own?.[item.id] ?? { verdict: 'verification-error' },
      ]),
    );
    return { item, votes, class: planItemClass(Object.values(votes)) };
  });
  return {
    result: planGate(judged.map((item) => item.class)),
    gating,
    items: judged,
    dissent: dissentLog(judged),
  };
}

const HELD_BACK = {
  'blocked-by-disagreement': 'the plan does not pass, the majority disagrees',
  'aborted-non-result': 'there is no verdict on the plan',
} as const satisfies Partial<Record<GateResult, string>>;

type Approval = { allowed: true } | { allowed: false; why: string };

/** A gate is never upgraded: what was blocked or did not speak cannot be approved by a word in a file. */
export function mayApprove(gate: GateResult, isGating: boolean, openApprovalQuestions: number): Approval {
  if (isGating && (gate === 'blocked-by-disagreement' || gate === 'aborted-non-result'))
    return { allowed: false, why: HELD_BACK[gate] };
  if (openApprovalQuestions > 0)
    return {
      allowed: false,
      why: `${openApprovalQuestions} ${openApprovalQuestions === 1 ? 'question that blocks approval is' : 'questions that block approval are'} open`,
    };
  return { allowed: true };
}
