/** How a folded run ended, in figures and in words. Pure. */
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

/** Questions that stayed open in the round the verdict is about: no passes, and said as such. */
export function openOf(state: CritiqueState): string[] {
  if (state.phase === 'idle') return [];
  const round = state.rounds.find(({ n }) => n === finalRound(state)) ?? state.rounds.at(-1);
  return (round?.panelists ?? []).flatMap(({ role, dims }) =>
    dims.flatMap(({ name, note }) =>
      (note ?? '')
        .split(/(?<=\.)\s+/)
        .filter((sentence) => /\bnot decided\b/.test(sentence))
        .map((sentence) => `${role}, ${name}: ${sentence}`),
    ),
  );
}

/** The verdict is about a round, and the fallback policy of the run keeps none. */
export function keepsNothing(state: CritiqueState): boolean {
  return 'final' in state && state.final !== null && state.final.artifactRef === null;
}

/** The round whose page was written and not judged to its end, where no round is kept; null when there is no such page. */
export function unjudgedRound(state: CritiqueState): number | null {
  if (state.phase === 'idle' || !('bestRound' in state) || state.bestRound !== null) return null;
  return state.rounds.findLast(({ artifact }) => artifact !== null)?.n ?? null;
}

/** Whether the transcript ends before the answer did. */
export function isPartial({ phase }: CritiqueState): boolean {
  return phase === 'timed_out';
}

/** Why a run was interrupted by nobody; null where somebody stopped it. */
export function interruptedBy(recoveryReason: string | null): string | null {
  if (recoveryReason === null) return null;
  return recoveryReason === 'daemon_restart' ? 'the process that ran it ended before it did' : recoveryReason;
}
