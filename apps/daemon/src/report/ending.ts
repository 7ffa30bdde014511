/** How a folded run ended, in figures. Pure. */
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
