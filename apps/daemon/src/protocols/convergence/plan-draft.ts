/**
 * A plan that a worker writes where the task brings none, and the rounds over a plan. Pure. A draft is judged like any
 * other plan: nobody's word for it counts for more because they wrote it.
 */
import type {
  JudgedPlanItem,
  PlanItem,
  PlanVote,
  TaskPhase,
} from '@design-jury/contracts/convergence/schema';
import { readPlanContents } from './plan-items.ts';
import { reachOf } from './plan-requirements.ts';
import type { PhaseRequest } from './request.ts';
import type { ConvergenceState } from './state.ts';

export const PLANNING: TaskPhase = 'implementation-planning';

export interface DraftedPlan {
  text: string;
  by: string;
}

/** Null where there is a plan already, where none is asked for, and where nobody is there who writes. */
export function drafterOf({
  phase,
  plan,
  workers,
}: Pick<PhaseRequest, 'phase' | 'plan' | 'workers'>): string | null {
  if (phase !== PLANNING || plan !== null) return null;
  return workers.find(({ kind }) => kind === 'agent')?.id ?? null;
}

/** The plan that is voted on: the task's own, or the draft. */
export function planTextOf(
  { draft }: Pick<ConvergenceState, 'draft'>,
  { plan }: Pick<PhaseRequest, 'plan'>,
): string | null {
  return plan ?? draft?.text ?? null;
}

export function hasSteps(plan: string): boolean {
  return readPlanContents(plan).steps.length > 0;
}

/** What the brief asks for and no step is about, in its own words. */
export function missedByDraft(plan: string, brief: string): string[] {
  const { requirements, steps } = readPlanContents(plan, brief);
  const asked = requirements.filter(({ from }) => from === 'brief');
  const lines = plan.split('\n');
  const planned = steps.map(({ line, endLine }) => lines.slice(line - 1, endLine).join('\n'));
  const named = new Set(asked.filter(({ id }) => id !== null && planned.some((text) => names(text, id))));
  const reach = reachOf(asked, steps);
  // Where steps name what they are for, what is not named is left out; else the words decide.
  const isMissed = (one: (typeof asked)[number]): boolean =>
    one.id !== null && named.size > 0 ? !named.has(one) : reach.get(one)?.missed != null;
  return asked.filter(isMissed).map(({ text }) => text);
}

function names(text: string, id: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}-])${RegExp.escape(id)}(?![\\p{L}\\p{N}]|[.-]\\d)`, 'u').test(text);
}

/** Items of a round that not everybody agreed on: a later round is about these. */
export function openItems(items: readonly JudgedPlanItem[]): PlanItem[] {
  return items.filter((judged) => judged.class !== 'agreed').map(({ item }) => item);
}

/** By voter: what was said last of each item. A later silence does not take an earlier vote back. */
export function standingVotes(items: readonly JudgedPlanItem[]): Record<string, Record<string, PlanVote>> {
  const standing: Record<string, Record<string, PlanVote>> = {};
  for (const { item, votes } of items)
    for (const [voter, vote] of Object.entries(votes)) {
      if (vote.verdict === 'verification-error') continue;
      standing[voter] ??= {};
      standing[voter][item.id] = vote;
    }
  return standing;
}
