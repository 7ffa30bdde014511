/** The coverage critic's turn: what it misses, put to the others in one round of its own. */
import type { Finding } from '@design-jury/contracts/convergence/schema';
import { nextNumber } from './clarifications.ts';
import { peersOf } from './classification.ts';
import { freshGaps, settleGaps } from './coverage.ts';
import { groupFindings, type RawFinding } from './grouping.ts';
import type { PhaseRequest } from './request.ts';
import { type ConvergenceRounds, type DispatchResult, openRounds, tallyRound } from './rounds.ts';
import type { Coverage } from './state.ts';

/** Null where the phase has no critic; the acceptance critic argues instead of looking for gaps. */
export function criticOf({ resolved }: PhaseRequest): string | null {
  const { enabled, provider } = resolved.config.critic;
  return enabled ? provider : null;
}

/** The critic's provider does not vote on what the critic raised. */
export function votersBesides({ workers }: PhaseRequest, critic: string): string[] {
  return workers.map(({ id }) => id).filter((id) => id !== critic);
}

/** What no finding says already, as findings of the critic. */
export function gapsOf(raw: readonly RawFinding[], critic: string, known: readonly Finding[]): Finding[] {
  const proposed = groupFindings(raw, [`${critic}-critic`]).map((gap, index) => ({
    ...gap,
    id: `G-${String(index + 1).padStart(3, '0')}`,
    source: 'critic' as const,
  }));
  return freshGaps(proposed, known);
}

/** Exactly one adversarial round; it counts neither as a round nor towards the final state. Null: nobody can vote. */
export function openGapRound(gaps: readonly Finding[], voters: readonly string[]): ConvergenceRounds | null {
  const open = gaps.filter((gap) => peersOf(gap, voters).length > 0);
  return open.length === 0 ? null : openRounds(open, voters, { isAdversarial: true, maxRounds: 1 });
}

export function settleCoverage(
  gaps: readonly Finding[],
  { said, round }: { said: readonly string[]; round: ConvergenceRounds | null },
  votes: readonly DispatchResult[],
  request: PhaseRequest,
): Coverage {
  const { critic } = request.resolved.config;
  const provider = critic.provider ?? '';
  const voted = round === null ? [] : tallyRound(round, votes).state.findings;
  const all = gaps.map((gap) => voted.find(({ id }) => id === gap.id) ?? gap);
  const { summary, ...settled } = settleGaps(
    all,
    votersBesides(request, provider),
    nextNumber(request.clarifications),
  );
  return {
    critic: { provider, modelExecutionValue: critic.modelExecutionValue ?? '', ...summary },
    said,
    ...settled,
  };
}
