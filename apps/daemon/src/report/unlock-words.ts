/** The unlock set in words. Must-fixes are listed elsewhere with their places, so here they are counted. Pure. */
import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import type { CritiqueState, RunView } from '@design-jury/contracts/theater/fold';
import { BROWSER_LATER } from '@design-jury/contracts/trust/browser-later';
import type { UnlockSet, UnlockStep } from '@design-jury/contracts/trust/unlock';
import { unlockOf } from '../trust/unlock.ts';
import { finalRound } from './ending.ts';
import type { Gate, Known } from './gate.ts';
import { mustFixes, roleWord, threshold as thresholdWord } from './words.ts';

export const UNLOCK_HEADING = 'What to do next';

/** Of a run that the gate refused; null where it passes, or where nothing was proved that one could go on from. */
export function unlockFor(
  state: CritiqueState,
  weights: Record<PanelistRole, number>,
  { gate, known = null }: { gate: Gate; known?: Known | null },
): UnlockSet | null {
  const round = finalRound(state);
  if (state.phase !== 'below_threshold' || gate.passes || round === null) return null;
  const accepted = new Set(
    [...gate.suppressed.map(({ mustFix }) => mustFix), ...gate.known].map(({ id }) => id),
  );
  // A baseline accepts the composite it was written at.
  const threshold = Math.min(state.threshold, known?.composite ?? state.threshold);
  const found = unlockOf({ ...state, threshold }, round, { weights, accepted });
  return found === null || !isUnseen(state, round) ? found : { ...found, unseen: true };
}

/** The browser looks at a page once its source has nothing open: the votes until then are not the last ones. */
function isUnseen({ rounds }: RunView, n: number): boolean {
  const notes = rounds.find((round) => round.n === n)?.panelists.flatMap((panelist) => panelist.notes) ?? [];
  return notes.some((note) => note.includes(BROWSER_LATER));
}

/** A line for each thing to do; none where it ships as it is. */
export function unlockWords({ steps, composite, threshold, unseen }: UnlockSet): string[] {
  const open = steps.filter(({ kind }) => kind === 'must_fix').length;
  const others = steps.flatMap(stepWords);
  if (open + others.length === 0) return [];
  const meet =
    open === 0
      ? []
      : [open === 1 ? 'Fix the one must-fix that is open.' : `Fix the ${mustFixes(open)} that are open.`];
  const score =
    others.length === 0 && open > 0
      ? `The composite (${composite.now.toFixed(2)}) is enough already.`
      : `The composite is then ${composite.after.toFixed(2)} of at least ${thresholdWord(threshold)}.`;
  const these = steps.length === 1 ? 'This step is' : `These ${steps.length} steps are`;
  const last =
    unseen === true
      ? `${these} the least that the source asks for. The browser has not looked yet, and may change the composite (${composite.now.toFixed(2)}).`
      : `${these} the least that ships it. ${score}`;
  return [...meet, ...others, last];
}

function stepWords(step: UnlockStep): string[] {
  switch (step.kind) {
    case 'must_fix':
      return [];
    case 'page':
      return ['Bring a page: there is none that could be judged.'];
    case 'vote':
      return [`Get a vote of ${roleWord(step.role)}, of at least ${step.atLeast.toFixed(1)}.`];
    case 'raise': {
      const low = step.dims.map(({ name, score }) => `${name} ${score.toFixed(1)}`).join(', ');
      return [
        `Raise ${roleWord(step.role)} from ${step.from.toFixed(1)} to ${step.to.toFixed(1)}${low === '' ? '' : ` (lowest: ${low})`}.`,
      ];
    }
  }
}
