/** How a folded run ended, in figures. Pure. */
import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import type { CritiqueState } from '@design-jury/contracts/theater/fold';

/** The composite of the round that shipped or is kept; null when no round was complete. */
export function finalComposite(state: CritiqueState): number | null {
  if (state.phase === 'idle') return null;
  const round = finalRound(state);
  return state.rounds.find((candidate) => candidate.n === round)?.end?.composite ?? null;
}

export function finalRound(state: CritiqueState): number | null {
  switch (state.phase) {
    case 'idle':
    case 'running':
      return null;
    case 'shipped':
    case 'below_threshold':
      return state.final.round;
    case 'timed_out':
      return state.final?.round ?? null;
    case 'degraded':
    case 'interrupted':
    case 'failed':
      return state.bestRound;
  }
}

/** Who said that there is nothing to judge here, and why: closed without a score, and not missing. */
export function noVoteOf(state: CritiqueState): { role: PanelistRole; why: string }[] {
  if (state.phase === 'idle') return [];
  const round = state.rounds.find(({ n }) => n === finalRound(state)) ?? state.rounds.at(-1);
  const missing = round?.end?.missing ?? [];
  return (round?.panelists ?? [])
    .filter(
      ({ role, score, closed }) => role !== 'designer' && closed && score === null && !missing.includes(role),
    )
    .map(({ role, notes }) => ({ role, why: notes.join(' ').replace(/^No vote: /, '') }));
}
