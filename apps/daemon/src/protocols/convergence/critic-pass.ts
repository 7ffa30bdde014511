/** The coverage critic's turn: what it misses is put to the others, once. */
import type { CriticSummary, Finding } from '@design-jury/contracts/convergence/schema';
import { dispatch, notAsked, settled } from './asking.ts';
import { nextNumber } from './clarifications.ts';
import { peersOf } from './classification.ts';
import { freshGaps, settleGaps } from './coverage.ts';
import { groupFindings } from './grouping.ts';
import type { ConvergencePlay, ConvergenceResult } from './play.ts';
import { openRounds, tallyRound } from './rounds.ts';
import type { TaskMaterial } from './worker.ts';

interface CriticPass {
  merged: Finding[];
  rest: Pick<ConvergenceResult, 'critic' | 'criticSaid' | 'dropped' | 'clarifications'>;
}

export async function coverGaps(
  play: ConvergencePlay,
  known: readonly Finding[],
  roster: readonly string[],
  notes: string[],
): Promise<CriticPass> {
  const nothing = { merged: [], rest: { critic: null, criticSaid: null, dropped: [], clarifications: [] } };
  const { task, critic, resolved, signal, emit } = play;
  const { config } = resolved;
  if (critic === null || !config.critic.enabled || task.phase === 'final-verification') return nothing;
  const agreed = known.filter(
    ({ classification }) => classification === 'full-consensus' || classification === 'partial-consensus',
  );
  const result = await settled(() => critic.gaps(task, agreed, signal));
  if (result.status === 'error') {
    notes.push('critic-skipped: non-result');
    return nothing;
  }
  const proposed = groupFindings(result.value, [`${critic.provider}-critic`]).map((gap, index) => ({
    ...gap,
    id: `G-${String(index + 1).padStart(3, '0')}`,
    source: 'critic' as const,
  }));
  const fresh = freshGaps(proposed, known);
  const voters = roster.filter((id) => id !== critic.provider);
  const voted = await oneRound(play, await notAsked(play, fresh), voters);
  const gaps = settleGaps(voted, voters, nextNumber(play.clarifications));
  if (gaps.clarifications.length > 0) notes.push(`critic-gaps-unverified: ${gaps.clarifications.length}`);
  const summary: CriticSummary = {
    provider: critic.provider,
    modelExecutionValue: config.critic.modelExecutionValue ?? '',
    ...gaps.summary,
  };
  const { merged, dropped, clarifications } = gaps;
  const criticSaid = result.value.map(({ claim }) => claim);
  await emit({ type: 'convergence.critic', summary, said: criticSaid, merged, dropped, clarifications });
  return { merged, rest: { critic: summary, criticSaid, dropped, clarifications } };
}

/** Exactly one adversarial round over the gaps; it counts neither as a round nor towards the final state. */
async function oneRound(
  play: ConvergencePlay,
  gaps: readonly Finding[],
  voters: readonly string[],
): Promise<Finding[]> {
  const open = gaps.filter((gap) => peersOf(gap, voters).length > 0);
  if (open.length === 0) return [...gaps];
  const state = openRounds(open, voters, { isAdversarial: true, maxRounds: 1 });
  const task: TaskMaterial = { ...play.task, isAdversarial: true, mode: 'full-reanalysis' };
  const { state: voted } = tallyRound(state, await dispatch({ ...play, task }, state));
  return gaps.map((gap) => voted.findings.find(({ id }) => id === gap.id) ?? gap);
}
