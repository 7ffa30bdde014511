/**
 * A review improves a copy; what lies on the disk is judged in its first round. The two are told apart here: in one
 * sentence, and in figures. Pure.
 */
import type { CritiqueState, RoundView, RunView } from '@design-jury/contracts/theater/fold';
import { reaches } from '../protocols/theater/composite.ts';
import { finalComposite, finalRound } from './ending.ts';
import { type Accepted, type Gate, type Known, sorted } from './gate.ts';
import { mustFixes, phaseWord } from './words.ts';

export interface Given {
  composite: number;
  /** Open and not accepted. */
  mustFix: number;
  ships: boolean;
}

/** The gate over the file as given; null where nobody judged these bytes. */
export interface GivenGate extends Given {
  fresh: Gate['fresh'];
}

/** @param sha256 of the file's text, as the first round's page is known by; null where the panel never writes one */
export function givenOf(
  state: CritiqueState,
  sha256: string | null,
  accepted: readonly Accepted[],
  baseline: Known | null,
): GivenGate | null {
  if (state.phase === 'idle') return null;
  const first = state.rounds.find(({ n }) => n === 1);
  if (first?.end == null || (sha256 !== null && first.artifact?.sha256 !== sha256)) return null;
  const { composite, decision } = first.end;
  const { fresh, suppressed } = sorted(openIn(state, first), accepted, baseline);
  const holds =
    reaches(composite, state.threshold) ||
    (baseline?.composite != null && reaches(composite, baseline.composite));
  const isAccepted = fresh.length === 0 && holds && (suppressed.length > 0 || baseline !== null);
  return { composite, mustFix: fresh.length, ships: decision === 'ship' || isAccepted, fresh };
}

function openIn({ mustFixes: all }: RunView, { n }: RoundView) {
  return all.filter(
    ({ openedRound, resolvedRound }) => openedRound <= n && (resolvedRound === null || resolvedRound > n),
  );
}

/** The first line of a verdict: what the file is as given, and what became of its copy. */
export function verdictSentence(
  given: Given | null,
  state: CritiqueState,
  { passes, fresh }: Pick<Gate, 'passes' | 'fresh'>,
  changed: boolean,
): string {
  const before =
    given === null
      ? 'The file as given was not judged'
      : `The file as given ${given.ships ? 'passes' : 'does not pass'} (${figures(given.composite, given.mustFix)})`;
  const composite = finalComposite(state);
  if (composite === null || finalRound(state) === null)
    return `${before}; there is no verdict on a copy (${phaseWord(state.phase).toLowerCase()}).`;
  if (!changed) return `${before}; nothing was changed.`;
  const isVerdict = state.phase === 'shipped' || state.phase === 'below_threshold';
  if (!isVerdict)
    return `${before}; the copy was not judged to the end (${phaseWord(state.phase).toLowerCase()}).`;
  return `${before}; the improved copy ${passes ? 'passes' : 'does not pass'} (${figures(composite, fresh.length)}).`;
}

/** As the exit of a check would be for the file, not as the review's own for the copy. */
export function verdictTone(given: Given | null, { passes }: Pick<Gate, 'passes'>): 'good' | 'fair' | 'bad' {
  if (given?.ships === true) return 'good';
  return passes ? 'fair' : 'bad';
}

function figures(composite: number, open: number): string {
  return open === 0 ? composite.toFixed(2) : `${composite.toFixed(2)}, ${mustFixes(open)}`;
}
