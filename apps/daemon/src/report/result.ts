/** What `review --json` prints: the folded run in the shape scripts rely on. Pure. */
import type {
  AgentErrorKind,
  DegradedReason,
  FailedCause,
  MustFix,
  PanelistRole,
  RoundDecision,
} from '@design-jury/contracts/theater/critique';
import type { CritiqueState, PanelistView, RoundView, RunView } from '@design-jury/contracts/theater/fold';
import { clean } from './clean.ts';
import { finalComposite, interruptedBy, isPartial } from './ending.ts';
import { phaseWord } from './words.ts';

export interface ReviewResult {
  runId: string;
  status: CritiqueState['phase'];
  /** Of the round that shipped or is kept; null when none was complete. */
  composite: number | null;
  threshold: number;
  scale: number;
  agent: string;
  rounds: RoundReport[];
  /** Path of the page that shipped or is kept; null when there is none. */
  artifact: string | null;
  transcript: string | null;
  /** Of a run that timed out: the transcript ends before the answer did. */
  transcriptPartial: boolean;
  durationMs: number;
  usage: RunView['usage'];
  /** Why there is no verdict; all null where there is one. */
  cause: FailedCause | null;
  reason: DegradedReason | null;
  agentError: AgentErrorKind | null;
  message: string | null;
}

export interface RoundReport {
  n: number;
  composite: number;
  /** Must-fixes open at its end. */
  mustFix: number;
  decision: RoundDecision;
  panelists: Partial<Record<PanelistRole, PanelistReport>>;
  artifact: string | null;
}

export interface PanelistReport {
  score: number | null;
  dims: PanelistView['dims'];
  mustFix: Pick<MustFix, 'id' | 'text' | 'target' | 'evidence' | 'openedRound' | 'resolvedRound'>[];
}

export interface ResultFacts {
  runId: string;
  agent: string;
  artifact: string | null;
  transcript: string | null;
  durationMs: number;
  /** Paths of the rounds' pages, by round. */
  roundArtifacts: ReadonlyMap<number, string>;
}

export function reviewResult(state: CritiqueState, facts: ResultFacts): ReviewResult {
  const { runId, agent, artifact, transcript, durationMs, roundArtifacts } = facts;
  const view = state.phase === 'idle' ? null : state;
  return {
    runId,
    status: state.phase,
    composite: finalComposite(state),
    threshold: view?.threshold ?? 0,
    scale: view?.scale ?? 0,
    agent,
    rounds: view === null ? [] : view.rounds.flatMap((round) => roundReport(round, view, roundArtifacts)),
    artifact,
    transcript,
    transcriptPartial: isPartial(state),
    durationMs,
    usage: view?.usage ?? null,
    ...whyNone(state),
  };
}

/** What happened to a run that proved nothing. */
function whyNone(state: CritiqueState): Pick<ReviewResult, 'cause' | 'reason' | 'agentError' | 'message'> {
  const none = { cause: null, reason: null, agentError: null, message: null };
  switch (state.phase) {
    case 'failed':
      return { ...none, cause: state.cause, agentError: state.agentError ?? null, message: state.message };
    case 'degraded':
      return { ...none, reason: state.reason, message: state.message };
    case 'timed_out':
      return { ...none, cause: state.cause, message: state.final?.summary ?? state.message ?? null };
    case 'interrupted':
      return { ...none, message: interruptedBy(state.recoveryReason) };
    case 'idle':
    case 'running':
    case 'shipped':
    case 'below_threshold':
      return none;
  }
}

/** The same in one line, for whoever reads JSON and watches the error channel; null where there is a verdict. */
export function whyNoneLine(state: CritiqueState): string | null {
  const { cause, reason, agentError, message } = whyNone(state);
  const kinds = [cause, reason, agentError].filter((kind) => kind !== null);
  if (kinds.length === 0 && message === null) return null;
  return clean(
    `${phaseWord(state.phase)}${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}${message === null ? '' : `: ${message}`}`,
  );
}

/** An unfinished round has no composite, and so no place here; the transcript holds it. */
function roundReport(round: RoundView, run: RunView, artifacts: ReadonlyMap<number, string>): RoundReport[] {
  if (round.end === null) return [];
  const { composite, mustFix, decision } = round.end;
  const panelists: RoundReport['panelists'] = {};
  for (const panelist of round.panelists) panelists[panelist.role] = panelistReport(panelist, run);
  return [{ n: round.n, composite, mustFix, decision, panelists, artifact: artifacts.get(round.n) ?? null }];
}

function panelistReport({ score, dims, mustFix }: PanelistView, run: RunView): PanelistReport {
  return {
    score,
    dims: dims.map(({ name, score: points, note }) => ({ name, score: points, note })),
    mustFix: [...new Set(mustFix)].flatMap((wanted) => {
      const entry = run.mustFixes.find(({ id }) => id === wanted);
      if (entry === undefined) return [];
      const { id, text, target, evidence, openedRound, resolvedRound } = entry;
      return [{ id, text, target, evidence, openedRound, resolvedRound }];
    }),
  };
}
