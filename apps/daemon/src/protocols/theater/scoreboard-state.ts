/** What the scoreboard holds, what it is told and what it asks for; the small steps every part of it uses. */
import type { Demand, PanelEvent, PanelistRole, WarningKind } from '@design-jury/contracts/theater/critique';
import type { CheckedClaim, Grounding } from '@design-jury/contracts/theater/grounding';
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import { type Ledger, type LedgerEntry, type Raised, raise } from './ledger.ts';
import type { Ending, RoundResult, RunIdentity, RunOutcome } from './outcome.ts';

type OwnEnding = Exclude<Ending, { type: 'gate_passed' | 'rounds_exhausted' | 'plateau' }>;

/** What the run's surroundings report. `ended` is the end of everything the agent had to say. */
export type HostInput =
  | { type: 'begin' }
  /** The host's own page is what round 1 looks at. */
  | { type: 'page_given'; mime: string; bytes: number; sha256: string }
  | { type: 'lint'; in: 'round' | 'ship'; demands: Demand[] }
  /** What instruments found on the round's page; before the round ends. */
  | ({ type: 'grounding' } & GroundingInput)
  /** Must-fixes that point at a place which is as it was when they were made; before the round ends. */
  | { type: 'untouched'; ids: readonly string[] }
  /** A measuring role has nothing, or too little, to judge on the round's page. */
  | ({ type: 'abstain'; role: PanelistRole } & Abstained)
  | { type: 'turn_end' }
  | { type: 'stream_end' }
  | { type: 'stop'; ending: OwnEnding };

export type ScoreboardInput = PanelEvent | HostInput;

export type Effect =
  | { type: 'emit'; event: CritiqueSseEvent }
  | { type: 'persist_round'; round: RoundResult }
  | { type: 'request_round'; round: number }
  | { type: 'finish'; outcome: RunOutcome };

export interface Abstained {
  reason: string;
  /** There is no verdict without this role. */
  decisive: boolean;
}

export interface GroundingInput {
  mode: Grounding['mode'];
  demands: readonly (Demand & { id: string; role: PanelistRole })[];
  /** On a scale of 10. */
  scores: Readonly<Partial<Record<PanelistRole, number | null>>>;
  claims: readonly CheckedClaim[];
  unmeasured: string | null;
}

export interface OpenRound {
  round: number;
  /** Clamped scores of panelists whose vote can be used. */
  votes: Partial<Record<PanelistRole, number>>;
  closed: readonly PanelistRole[];
  /** The names that each role was spoken for under: its own is null. */
  voices: Readonly<Partial<Record<PanelistRole, readonly (string | null)[]>>>;
  /** Names of those who spoke and are not on the panel. */
  strangers: readonly string[];
  demands: Partial<Record<PanelistRole, number>>;
  /** The subsystem each panelist's own demands aim at; for the weak-debate warning. */
  subsystems: Partial<Record<PanelistRole, readonly string[]>>;
  linted: boolean;
  grounded: boolean;
  /** Must-fixes that a role counts and does not list. */
  unnamed: Readonly<Partial<Record<PanelistRole, number>>>;
  /** Must-fixes whose place on the page is as it was when they were made. */
  untouched: ReadonlySet<string>;
  /** Roles that have nothing to judge: neither a vote nor a missing one. */
  abstained: Readonly<Partial<Record<PanelistRole, Abstained>>>;
}

export interface StoredArtifact {
  mime: string;
  bytes: number;
  sha256: string | null;
}

/** By which rules: those of today, or those by which stored text of version 1 was judged when it was written. */
export type Judging = 'live' | 'stored';

export interface Scoreboard extends RunIdentity {
  judging: Judging;
  /** The host's own page, where it is the page of round 1. */
  given: string | null;
  /** What the gate will say when the turn is over, unless something heard until then stands against it. */
  verdict: Extract<Ending, { type: 'gate_passed' | 'rounds_exhausted' | 'plateau' }> | null;
  turns: 'one-shot' | 'conversational';
  current: OpenRound | null;
  rounds: readonly RoundResult[];
  ledger: Ledger;
  /** Every round's own artifact, by round. */
  artifacts: Readonly<Record<number, StoredArtifact>>;
  shipArtifact: StoredArtifact | null;
  shipLint: readonly Demand[];
  scaleClaim: number | null;
  previousRoundBytes: number | null;
  /** Rounds in a row without a gain and without a must-fix met. */
  stalled: number;
  /** The round a conversational agent was last asked for. */
  requestedRound: number;
  outcome: RunOutcome | null;
}

export function createScoreboard(
  identity: RunIdentity,
  turns: Scoreboard['turns'],
  judging: Judging = 'live',
): Scoreboard {
  return {
    ...identity,
    judging,
    given: null,
    verdict: null,
    turns,
    current: null,
    rounds: [],
    ledger: [],
    artifacts: {},
    shipArtifact: null,
    shipLint: [],
    scaleClaim: null,
    previousRoundBytes: null,
    stalled: 0,
    requestedRound: 1,
    outcome: null,
  };
}

export type Step = [Scoreboard, Effect[]];

export function demandStep(state: Scoreboard, raised: Raised): Step {
  const [ledger, entry] = raise(state.ledger, {
    ...raised,
    page: pageOf(state),
    live: state.judging === 'live',
  });
  return [{ ...state, ledger }, [emit(mustFixEvent(state.runId, raised.round, entry))]];
}

/** What the panel looks at now: the newest page of a round. Null where its bytes are not known. */
export function pageOf({ artifacts }: Pick<Scoreboard, 'artifacts'>): string | null {
  const rounds = Object.keys(artifacts).map(Number);
  return artifacts[Math.max(...rounds)]?.sha256 ?? null;
}

export function mustFixEvent(runId: string, round: number, entry: LedgerEntry): CritiqueSseEvent {
  const {
    origin: _origin,
    lastRaisedRound: _last,
    resolvedRound: _resolved,
    page: _page,
    earlier: _earlier,
    voice: _voice,
    besideOthers: _beside,
    ...mustFix
  } = entry;
  return { type: 'critique.panelist_must_fix', runId, round, ...mustFix };
}

export function ids(state: Scoreboard, input: { round: number; role: PanelistRole }) {
  return { runId: state.runId, round: input.round, role: input.role };
}

export function emit(event: CritiqueSseEvent): Effect {
  return { type: 'emit', event };
}

export function warning(
  state: Scoreboard,
  kind: WarningKind,
  position: number | null,
  detail: string,
): Effect {
  return emit({ type: 'critique.parser_warning', runId: state.runId, kind, position, detail });
}
