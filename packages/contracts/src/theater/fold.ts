/**
 * The one fold: transcript events → what a viewer sees. Live view, late join, reload, replay, recovery and
 * the terminal all use it, so it lives here, where daemon and browser can both reach it. Pure, no zod.
 */
import type {
  AgentErrorKind,
  DegradedReason,
  FailedCause,
  MustFix,
  PanelistRole,
  RoundDecision,
  WarningKind,
} from './critique.ts';
import type { Grounding } from './grounding.ts';
import type { ArtifactRef, TranscriptEvent } from './sse.ts';

export interface DimView {
  name: string;
  score: number | null;
  note: string;
}

export interface PanelistView {
  role: PanelistRole;
  notes: string[];
  dims: DimView[];
  /** Ids into the run's must-fixes: what this panelist demanded in this round. */
  mustFix: string[];
  score: number | null;
  closed: boolean;
}

export interface RoundView {
  n: number;
  panelists: PanelistView[];
  artifact: { mime: string; bytes: number; sha256: string | null } | null;
  /** Null while the round is open. */
  end: {
    composite: number;
    mustFix: number;
    decision: RoundDecision;
    reason: string;
    missing: PanelistRole[];
  } | null;
  /** What instruments said of the page; absent where nobody measured. */
  grounding?: Grounding;
}

export interface RunView {
  runId: string;
  lastSeq: number;
  startedAt: string;
  updatedAt: string;
  protocolVersion: number;
  cast: PanelistRole[];
  maxRounds: number;
  threshold: number;
  scale: number;
  rounds: RoundView[];
  mustFixes: MustFix[];
  activeRound: number;
  activePanelist: PanelistRole | null;
  /** How often each warning came; the texts stay in the transcript. */
  warnings: Partial<Record<WarningKind, number>>;
  notice: string | null;
  /** `atLeast`: more was asked than was told about. */
  usage: {
    inputTokens: number;
    outputTokens: number;
    costUsd: number | null;
    atLeast?: true | undefined;
  } | null;
}

/** The terminal phases are the run's status, word for word: a kept round is never called shipped. */
export type CritiqueState =
  | { phase: 'idle'; lastSeq: 0 }
  | ({ phase: 'running' } & RunView)
  | ({ phase: 'shipped' | 'below_threshold'; final: FinalView } & RunView)
  | ({
      phase: 'timed_out';
      final: FinalView | null;
      cause: FailedCause | null;
      /** Where no round is kept: what was waited for. */
      message?: string;
    } & RunView)
  | ({
      phase: 'degraded';
      reason: DegradedReason;
      adapter: string;
      message: string;
      bestRound: number | null;
    } & RunView)
  | ({
      phase: 'interrupted';
      bestRound: number | null;
      composite: number | null;
      recoveryReason: string | null;
    } & RunView)
  | ({
      phase: 'failed';
      cause: FailedCause;
      /** Only with the cause `agent_error`. */
      agentError?: AgentErrorKind;
      message: string;
      bestRound: number | null;
    } & RunView);

export interface FinalView {
  round: number;
  composite: number;
  artifactRef: ArtifactRef | null;
  summary: string;
}

export const IDLE: CritiqueState = { phase: 'idle', lastSeq: 0 };

/** An event that was seen already, or comes after the end, changes nothing. */
export function fold(state: CritiqueState, event: TranscriptEvent): CritiqueState {
  if (event.seq <= state.lastSeq) return state;
  if (state.phase === 'idle') return begin(event);
  if (state.phase !== 'running') return state;
  const run: RunView & { phase: 'running' } = { ...state, lastSeq: event.seq, updatedAt: event.at };
  switch (event.type) {
    case 'critique.run_started':
      return { ...run, ...announced(event) };
    case 'critique.panelist_open':
      return {
        ...onPanelist(run, event, (panelist) => panelist),
        activeRound: event.round,
        activePanelist: event.role,
      };
    case 'critique.panelist_notes':
      return onPanelist(run, event, (panelist) => ({ ...panelist, notes: [...panelist.notes, event.text] }));
    case 'critique.panelist_dim': {
      const dim: DimView = { name: event.dimName, score: event.dimScore, note: event.dimNote };
      return onPanelist(run, event, (panelist) => ({ ...panelist, dims: [...panelist.dims, dim] }));
    }
    case 'critique.panelist_must_fix':
      return demand(run, event);
    case 'critique.panelist_close': {
      const closed = onPanelist(run, event, (panelist) => ({
        ...panelist,
        score: event.score,
        closed: true,
      }));
      return {
        ...closed,
        activePanelist: closed.activePanelist === event.role ? null : closed.activePanelist,
      };
    }
    case 'critique.round_artifact': {
      const { mime, bytes, sha256 } = event;
      return onRound(run, event.round, (round) => ({ ...round, artifact: { mime, bytes, sha256 } }));
    }
    case 'critique.grounding': {
      const { mode, roles, claims, blocking, unmeasured } = event;
      const grounding: Grounding = { mode, roles, claims, blocking, unmeasured };
      return onRound(run, event.round, (round) => ({ ...round, grounding }));
    }
    case 'critique.round_end':
      return endRound(run, event);
    case 'critique.agent_notice':
      return { ...run, notice: event.message };
    case 'critique.usage': {
      const { inputTokens, outputTokens, costUsd, atLeast } = event;
      return { ...run, usage: { inputTokens, outputTokens, costUsd, atLeast } };
    }
    case 'critique.parser_warning':
      return { ...run, warnings: { ...run.warnings, [event.kind]: (run.warnings[event.kind] ?? 0) + 1 } };
    case 'critique.ship': {
      const { round, composite, artifactRef, summary, status } = event;
      const final: FinalView = { round, composite, artifactRef, summary };
      const ended = settled(run);
      return status === 'timed_out'
        ? { ...ended, phase: status, final, cause: null }
        : { ...ended, phase: status, final };
    }
    case 'critique.degraded': {
      const { reason, adapter, message, bestRound } = event;
      return { ...settled(run), phase: 'degraded', reason, adapter, message, bestRound };
    }
    case 'critique.interrupted': {
      const { bestRound, composite, recoveryReason } = event;
      return { ...settled(run), phase: 'interrupted', bestRound, composite, recoveryReason };
    }
    case 'critique.failed': {
      const { cause, message, bestRound, agentError } = event;
      if (event.status === 'timed_out')
        return { ...settled(run), phase: 'timed_out', final: null, cause, message };
      return {
        ...settled(run),
        phase: 'failed',
        cause,
        ...(agentError !== undefined && { agentError }),
        message,
        bestRound,
      };
    }
  }
}

export function foldAll(events: Iterable<TranscriptEvent>): CritiqueState {
  let state = IDLE;
  for (const event of events) state = fold(state, event);
  return state;
}

/** Any event may be the first: a notice comes before `run_started`, and a run may fail before it. */
function begin(event: TranscriptEvent): CritiqueState {
  const run: CritiqueState = {
    phase: 'running',
    runId: event.runId,
    lastSeq: 0,
    startedAt: event.at,
    updatedAt: event.at,
    protocolVersion: 0,
    cast: [],
    maxRounds: 0,
    threshold: 0,
    scale: 0,
    rounds: [],
    mustFixes: [],
    activeRound: 0,
    activePanelist: null,
    warnings: {},
    notice: null,
    usage: null,
  };
  return fold(run, event);
}

type Running = RunView & { phase: 'running' };
type Of<Name extends TranscriptEvent['type']> = Extract<TranscriptEvent, { type: Name }>;

function announced({ protocolVersion, cast, maxRounds, threshold, scale }: Of<'critique.run_started'>) {
  return { protocolVersion, cast, maxRounds, threshold, scale };
}

function settled({ phase: _running, ...run }: Running): RunView {
  return { ...run, activePanelist: null };
}

function onRound(run: Running, n: number, change: (round: RoundView) => RoundView): Running {
  const at = run.rounds.findIndex((round) => round.n === n);
  const round = run.rounds[at];
  if (round !== undefined) return { ...run, rounds: run.rounds.with(at, change(round)) };
  const opened = change({ n, panelists: [], artifact: null, end: null });
  return { ...run, rounds: [...run.rounds, opened], activeRound: n };
}

function onPanelist(
  run: Running,
  { round: n, role }: { round: number; role: PanelistRole },
  change: (panelist: PanelistView) => PanelistView,
): Running {
  return onRound(run, n, (round) => {
    const at = round.panelists.findIndex((panelist) => panelist.role === role);
    const panelist = round.panelists[at];
    if (panelist !== undefined) return { ...round, panelists: round.panelists.with(at, change(panelist)) };
    const opened = change({ role, notes: [], dims: [], mustFix: [], score: null, closed: false });
    return { ...round, panelists: [...round.panelists, opened] };
  });
}

/** A demand made again is the same must-fix: it keeps its place and is open once more. */
function demand(run: Running, event: Of<'critique.panelist_must_fix'>): Running {
  const { id, role, text, dim, target, severity, evidence, witness, openedRound, synthetic } = event;
  const mustFix: MustFix = {
    id,
    role,
    text,
    dim,
    target,
    severity,
    evidence,
    witness,
    openedRound,
    synthetic,
    resolvedRound: null,
  };
  const known = run.mustFixes.findIndex((other) => other.id === id);
  const mustFixes = known === -1 ? [...run.mustFixes, mustFix] : run.mustFixes.with(known, mustFix);
  return onPanelist({ ...run, mustFixes }, event, (panelist) => ({
    ...panelist,
    mustFix: panelist.mustFix.includes(id) ? panelist.mustFix : [...panelist.mustFix, id],
  }));
}

function endRound(run: Running, event: Of<'critique.round_end'>): Running {
  const { composite, mustFix, decision, reason, missing } = event;
  const resolved = new Set(event.resolved);
  const mustFixes = run.mustFixes.map((entry) =>
    resolved.has(entry.id) ? { ...entry, resolvedRound: event.round } : entry,
  );
  const ended = onRound({ ...run, mustFixes }, event.round, (round) => ({
    ...round,
    end: { composite, mustFix, decision, reason, missing },
  }));
  return { ...ended, activePanelist: null };
}
