/** What the components show, derived from the state. Pure; no component computes a figure of its own. */
import type { MustFix, PanelistRole } from '@design-jury/contracts/theater/critique';
import type {
  CritiqueState,
  DimView,
  PanelistView,
  RoundView,
  RunView,
} from '@design-jury/contracts/theater/fold';
import { said } from '../../../i18n/i18n.ts';

export type Density = 'smart' | 'active' | 'all';
export type LaneForm = 'expanded' | 'summary' | 'head';

export interface LaneView {
  role: PanelistRole;
  round: number;
  /** Null until the panelist has spoken in this round. */
  panelist: PanelistView | null;
  mustFixes: MustFix[];
  open: number;
  speaking: boolean;
}

const SEVERITY_ORDER = { critical: 0, major: 1, minor: 2 } as const;

export function runOf(state: CritiqueState): RunView | null {
  return state.phase === 'idle' ? null : state;
}

export function roundOf(run: RunView, n: number): RoundView | null {
  return run.rounds.find((round) => round.n === n) ?? null;
}

/** The round to look at when nobody chose one: the kept one of a run that is over, else the newest. */
export function defaultRound(state: CritiqueState): number {
  if (state.phase === 'idle') return 0;
  return keptRound(state) ?? state.activeRound;
}

export function keptRound(state: CritiqueState): number | null {
  switch (state.phase) {
    case 'shipped':
    case 'below_threshold':
    case 'timed_out':
      return keepsNothing(state) ? null : (state.final?.round ?? null);
    case 'degraded':
    case 'interrupted':
    case 'failed':
      return state.bestRound;
    default:
      return null;
  }
}

/** The verdict is about a round, and the fallback policy of the run keeps none. */
export function keepsNothing(state: CritiqueState): boolean {
  return 'final' in state && state.final !== null && state.final.artifactRef === null;
}

export function compositeOf(state: CritiqueState): number | null {
  const run = runOf(state);
  if (run === null) return null;
  const kept = keptRound(state);
  if (kept !== null) return roundOf(run, kept)?.end?.composite ?? null;
  return run.rounds.findLast(({ end }) => end !== null)?.end?.composite ?? null;
}

export function trajectory(run: RunView): { round: number; composite: number }[] {
  return run.rounds.flatMap(({ n, end }) => (end === null ? [] : [{ round: n, composite: end.composite }]));
}

/** One lane per member of the cast, in the cast's order, as of one round. */
export function lanesOf(run: RunView, n: number): LaneView[] {
  const round = roundOf(run, n);
  return run.cast.map((role) => {
    const panelist = round?.panelists.find((member) => member.role === role) ?? null;
    const mustFixes = demandsIn(run, role, n);
    return {
      role,
      round: n,
      panelist,
      mustFixes,
      open: mustFixes.filter((demand) => isOpenIn(demand, n)).length,
      speaking: run.activePanelist === role && run.activeRound === n,
    };
  });
}

/** Open ones first, the gravest first; then what this round fixed. */
function demandsIn(run: RunView, role: PanelistRole, n: number): MustFix[] {
  return run.mustFixes
    .filter((demand) => demand.role === role && demand.openedRound <= n && (demand.resolvedRound ?? n) >= n)
    .sort(
      (a, b) =>
        Number(!isOpenIn(a, n)) - Number(!isOpenIn(b, n)) ||
        SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity],
    );
}

export function isOpenIn({ resolvedRound }: MustFix, n: number): boolean {
  return resolvedRound === null || resolvedRound > n;
}

export function openMustFixes(run: RunView, n: number): MustFix[] {
  return run.mustFixes.filter((demand) => demand.openedRound <= n && isOpenIn(demand, n));
}

/** Who is looked at first: the one who speaks; after the run the one with the lowest score. */
export function activeRole(state: CritiqueState, n: number): PanelistRole | null {
  const run = runOf(state);
  if (run === null) return null;
  if (state.phase === 'running' && n === run.activeRound) {
    const last = roundOf(run, n)?.panelists.at(-1);
    return run.activePanelist ?? last?.role ?? run.cast[0] ?? null;
  }
  let lowest: PanelistView | null = null;
  for (const panelist of roundOf(run, n)?.panelists ?? []) {
    if (panelist.score === null) continue;
    if (lowest?.score == null || panelist.score < lowest.score) lowest = panelist;
  }
  return lowest?.role ?? run.cast[0] ?? null;
}

export function laneForm(
  density: Density,
  role: PanelistRole,
  active: PanelistRole | null,
  override: boolean | undefined,
): LaneForm {
  const rest: LaneForm = density === 'active' ? 'head' : 'summary';
  const expanded = override ?? (density === 'all' || role === active);
  return expanded ? 'expanded' : rest;
}

/** More than the widest rail shows in one line; a browser measures every letter it is given. */
const SUMMARY_CHARS = 240;

/** One line for a closed lane: its gravest open must-fix, else the note of the dim that matters most. */
export function laneSummary({ mustFixes, panelist, round }: LaneView): string {
  const demand = mustFixes.find((entry) => isOpenIn(entry, round));
  const words = demand?.text ?? (weightiestDim(panelist?.dims ?? [])?.note || panelist?.notes.at(-1));
  return said(words ?? '').slice(0, SUMMARY_CHARS);
}

/** The lowest score has the most to say; a dim without one says nothing about how good it is. */
function weightiestDim(dims: readonly DimView[]): DimView | null {
  let found: DimView | null = null;
  for (const dim of dims) {
    if (dim.note === '') continue;
    if (found === null || (dim.score ?? Infinity) < (found.score ?? Infinity)) found = dim;
  }
  return found;
}

/** How many gave a score in a round, and how many of them one that reaches the threshold. */
export function votes(run: RunView, n: number): { consensus: number; cast: number } {
  const scores = lanesOf(run, n).flatMap(({ panelist }) => panelist?.score ?? []);
  return { consensus: scores.filter((one) => one >= run.threshold).length, cast: scores.length };
}

/** What the live region says last: the end of a round or of the run, never less. */
export type Announcement =
  | { kind: 'none' }
  | { kind: 'round_end'; round: number; composite: number; mustFix: number }
  | { kind: 'over'; phase: Exclude<CritiqueState['phase'], 'idle' | 'running'> };

export function announcement(state: CritiqueState): Announcement {
  if (state.phase === 'idle') return { kind: 'none' };
  if (state.phase !== 'running') return { kind: 'over', phase: state.phase };
  const round = state.rounds.findLast(({ end }) => end !== null);
  if (round?.end == null) return { kind: 'none' };
  return { kind: 'round_end', round: round.n, composite: round.end.composite, mustFix: round.end.mustFix };
}

/** Scores of one panelist over the dims of a round, for the sparkline; dims without a score are left out. */
export function dimScores({ panelist }: LaneView): number[] {
  return (panelist?.dims ?? []).flatMap(({ score }) => (score === null ? [] : [score]));
}

const PROTOCOL_TAG =
  /<\/?(CRITIQUE_RUN|ROUND_END|ROUND|PANELIST|NOTES|ARTIFACT|DIM|MUST_FIX|REASON|SHIP|SUMMARY)\b[^<>]*>?/g;

/** A message of the daemon about an agent's text may quote its tags; people are told without the brackets. */
export function withoutTags(message: string): string {
  return said(message).replace(PROTOCOL_TAG, '$1');
}
