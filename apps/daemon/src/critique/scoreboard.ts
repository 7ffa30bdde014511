/**
 * The gate. Pure: `transition(state, input, config) → [state, effects]`. Time, interrupts and process exits
 * arrive as inputs; nothing here reads a clock, and nothing the agent claims decides anything.
 *
 * Whatever the order of inputs, a run finishes exactly once: `finish` answers only while `outcome` is null,
 * and every later input is ignored.
 */
import type {
  CritiqueConfig,
  Demand,
  PanelEvent,
  PanelistRole,
  WarningKind,
} from '@design-jury/contracts/critique';
import {
  MAX_MUST_FIXES_PER_PANELIST,
  OFF_SCALE_FACTOR,
  SCORE_DECIMALS,
} from '@design-jury/contracts/defaults';
import type { CheckedClaim, Grounding, RoleGrounding } from '@design-jury/contracts/grounding';
import type { CritiqueSseEvent } from '@design-jury/contracts/sse';
import { compositeOf, scoringRoles } from './composite.ts';
import { disputedClaims, isWeakDebate, judgeRound, missingVote, reasonFor } from './judgement.ts';
import { type Ledger, type LedgerEntry, openEntries, type Raised, raise, settle } from './ledger.ts';
import {
  decideOutcome,
  type Ending,
  type RoundResult,
  type RunIdentity,
  type RunOutcome,
  terminalEvent,
} from './outcome.ts';
import { roundTo } from './rounding.ts';

type OwnEnding = Exclude<Ending, { type: 'gate_passed' | 'rounds_exhausted' | 'plateau' }>;

/** What the run's surroundings report. `ended` is the end of everything the agent had to say. */
export type HostInput =
  | { type: 'begin' }
  | { type: 'lint'; in: 'round' | 'ship'; demands: Demand[] }
  /** What instruments found on the round's page; before the round ends. */
  | ({ type: 'grounding' } & GroundingInput)
  | { type: 'turn_end' }
  | { type: 'stream_end' }
  | { type: 'stop'; ending: OwnEnding };

export type ScoreboardInput = PanelEvent | HostInput;

export type Effect =
  | { type: 'emit'; event: CritiqueSseEvent }
  | { type: 'persist_round'; round: RoundResult }
  | { type: 'request_round'; round: number }
  | { type: 'finish'; outcome: RunOutcome };

export interface GroundingInput {
  mode: Grounding['mode'];
  demands: readonly (Demand & { id: string; role: PanelistRole })[];
  /** On a scale of 10. */
  scores: Readonly<Partial<Record<PanelistRole, number | null>>>;
  claims: readonly CheckedClaim[];
  unmeasured: string | null;
}

interface OpenRound {
  round: number;
  /** Clamped scores of panelists whose vote can be used. */
  votes: Partial<Record<PanelistRole, number>>;
  closed: readonly PanelistRole[];
  demands: Partial<Record<PanelistRole, number>>;
  /** The subsystem each panelist's own demands aim at; for the weak-debate warning. */
  subsystems: Partial<Record<PanelistRole, readonly string[]>>;
  linted: boolean;
  grounded: boolean;
}

export interface StoredArtifact {
  mime: string;
  bytes: number;
  sha256: string | null;
}

export interface Scoreboard extends RunIdentity {
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

export function createScoreboard(identity: RunIdentity, turns: Scoreboard['turns']): Scoreboard {
  return {
    ...identity,
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

type Step = [Scoreboard, Effect[]];

export function transition(state: Scoreboard, input: ScoreboardInput, config: CritiqueConfig): Step {
  if (state.outcome !== null) return [state, []];
  switch (input.type) {
    case 'begin':
      return [state, [emit(runStarted(state, config))]];
    case 'run_open':
      return openRun(state, input, config);
    case 'round_open':
      return openRound(state, input.round, config);
    case 'panelist_open':
      return ofRound(state, input.round, { type: 'critique.panelist_open', ...ids(state, input) });
    case 'panelist_notes':
      return ofRound(state, input.round, {
        type: 'critique.panelist_notes',
        ...ids(state, input),
        text: input.text,
      });
    case 'panelist_dim': {
      const { dimName, dimScore, dimNote } = input;
      return ofRound(state, input.round, {
        type: 'critique.panelist_dim',
        ...ids(state, input),
        dimName,
        dimScore,
        dimNote,
      });
    }
    case 'panelist_must_fix':
      return addDemand(state, input);
    case 'panelist_close':
      return closePanelist(state, input, config);
    case 'artifact_open':
    case 'artifact_chunk':
      return [state, []];
    case 'artifact_close':
      return storeArtifact(state, input);
    case 'lint':
      return addLint(state, input);
    case 'grounding':
      return addGrounding(state, input, config);
    case 'round_close':
      return closeRound(state, input, config);
    case 'ship':
      return readShip(state, input, config);
    case 'warning':
      return [state, [warning(state, input.kind, input.position, input.detail)]];
    case 'turn_end':
      return endTurn(state, config);
    case 'stream_end':
      return endStream(state, config);
    case 'stop':
      return finish(state, input.ending, config);
  }
}

function runStarted(state: Scoreboard, config: CritiqueConfig): CritiqueSseEvent {
  return {
    type: 'critique.run_started',
    runId: state.runId,
    protocolVersion: config.protocolVersion,
    cast: [...config.cast],
    maxRounds: config.maxRounds,
    threshold: config.scoreThreshold,
    scale: config.scoreScale,
    weights: { ...config.weights },
  };
}

/** [S3] Scale, threshold and rounds are the configuration's; what the agent announces is compared. */
function openRun(
  state: Scoreboard,
  input: Extract<PanelEvent, { type: 'run_open' }>,
  config: CritiqueConfig,
): Step {
  const { claims, position } = input;
  const effects: Effect[] = [];
  if (claims.scale !== undefined && claims.scale !== config.scoreScale) {
    effects.push(
      warning(
        state,
        'scale_mismatch',
        position,
        `the panel announces a scale of ${claims.scale}; the gate's is ${config.scoreScale}`,
      ),
    );
  }
  if (claims.threshold !== undefined && claims.threshold !== config.scoreThreshold) {
    effects.push(
      warning(
        state,
        'claim_mismatch',
        position,
        `threshold ${claims.threshold} was announced; the gate's is ${config.scoreThreshold}`,
      ),
    );
  }
  if (claims.maxRounds !== undefined && claims.maxRounds !== config.maxRounds) {
    effects.push(
      warning(
        state,
        'claim_mismatch',
        position,
        `${claims.maxRounds} rounds were announced; the limit is ${config.maxRounds}`,
      ),
    );
  }
  return [{ ...state, scaleClaim: claims.scale ?? state.scaleClaim }, effects];
}

function openRound(state: Scoreboard, round: number, config: CritiqueConfig): Step {
  const last = state.rounds.at(-1);
  // The gate had said yes and the agent went on instead of shipping: the yes stands.
  if (last?.decision === 'ship') return finish(state, shipOf(state, last, ''), config);
  const current: OpenRound = {
    round,
    votes: {},
    closed: [],
    demands: {},
    subsystems: {},
    linted: false,
    grounded: false,
  };
  return [{ ...state, current }, []];
}

function addDemand(state: Scoreboard, input: Extract<PanelEvent, { type: 'panelist_must_fix' }>): Step {
  const { current } = state;
  if (current === null) return [state, []];
  const { role, round, id, demand } = input;
  const count = (current.demands[role] ?? 0) + 1;
  const counted: OpenRound = { ...current, demands: { ...current.demands, [role]: count } };
  if (count > MAX_MUST_FIXES_PER_PANELIST) {
    const first = count === MAX_MUST_FIXES_PER_PANELIST + 1;
    const detail = `${role} makes more than ${MAX_MUST_FIXES_PER_PANELIST} demands; the rest is not listed`;
    return [
      { ...state, current: counted },
      first ? [warning(state, 'must_fix_over_limit', null, detail)] : [],
    ];
  }
  const subsystem = demand.dim ?? demand.target ?? demand.text;
  counted.subsystems = { ...current.subsystems, [role]: [...(current.subsystems[role] ?? []), subsystem] };
  return demandStep({ ...state, current: counted }, { round, role, origin: 'panel', id, demand });
}

function demandStep(state: Scoreboard, raised: Raised): Step {
  const [ledger, entry] = raise(state.ledger, raised);
  return [{ ...state, ledger }, [emit(mustFixEvent(state.runId, raised.round, entry))]];
}

function mustFixEvent(runId: string, round: number, entry: LedgerEntry): CritiqueSseEvent {
  const { origin: _origin, lastRaisedRound: _last, resolvedRound: _resolved, ...mustFix } = entry;
  return { type: 'critique.panelist_must_fix', runId, round, ...mustFix };
}

/** [S4] A vote on another axis is no vote: it is neither clamped into a pass nor counted as a zero. */
function closePanelist(
  state: Scoreboard,
  input: Extract<PanelEvent, { type: 'panelist_close' }>,
  config: CritiqueConfig,
): Step {
  const { current } = state;
  if (current === null) return [state, []];
  const { role, score, scoreClaim, mustFixClaim, position } = input;
  const effects: Effect[] = [];
  const otherScale = state.scaleClaim !== null && state.scaleClaim !== config.scoreScale;
  const offScale = scoreClaim !== null && scoreClaim > config.scoreScale * OFF_SCALE_FACTOR;
  const usable = score !== null && !otherScale && !offScale;
  if (offScale) {
    effects.push(
      warning(
        state,
        'score_off_scale',
        position,
        `${role} votes ${scoreClaim} where the scale ends at ${config.scoreScale}`,
      ),
    );
  }
  const listed = current.demands[role] ?? 0;
  if (mustFixClaim !== null && mustFixClaim !== listed) {
    effects.push(
      warning(
        state,
        'must_fix_mismatch',
        position,
        `${role} claims ${mustFixClaim} must-fix and lists ${listed}`,
      ),
    );
  }
  effects.push(emit({ type: 'critique.panelist_close', ...ids(state, input), score: usable ? score : null }));
  const next: OpenRound = {
    ...current,
    closed: [...current.closed, role],
    votes: usable ? { ...current.votes, [role]: score } : current.votes,
  };
  return [{ ...state, current: next }, effects];
}

function storeArtifact(state: Scoreboard, input: Extract<PanelEvent, { type: 'artifact_close' }>): Step {
  if (input.blank) return [state, []];
  const stored: StoredArtifact = { mime: input.mime, bytes: input.bytes, sha256: input.sha256 ?? null };
  if (input.place.in === 'ship') return [{ ...state, shipArtifact: stored }, []];
  const { round } = input.place;
  const next = { ...state, artifacts: { ...state.artifacts, [round]: stored } };
  return [next, [emit({ type: 'critique.round_artifact', runId: state.runId, round, ...stored })]];
}

/** [S12] What the lint finds is a must-fix of the round it was found in, never a silent pass. */
function addLint(state: Scoreboard, input: Extract<HostInput, { type: 'lint' }>): Step {
  if (input.in === 'ship') return [{ ...state, shipLint: input.demands }, []];
  const { current } = state;
  if (current === null) return [state, []];
  let next: Scoreboard = { ...state, current: { ...current, linted: true } };
  const effects: Effect[] = [];
  for (const demand of input.demands.slice(0, MAX_MUST_FIXES_PER_PANELIST)) {
    const [after, emitted] = demandStep(next, {
      round: current.round,
      role: 'designer',
      origin: 'lint',
      id: null,
      demand,
    });
    next = after;
    effects.push(...emitted);
  }
  return [next, effects];
}

/** [S18] What an instrument finds blocking is a must-fix whoever wrote the page and whatever its panel says. */
function addGrounding(state: Scoreboard, input: GroundingInput, config: CritiqueConfig): Step {
  const { current } = state;
  if (current === null) return [state, []];
  const { mode, demands, scores, claims, unmeasured } = input;
  const { round, votes } = current;
  let next: Scoreboard = { ...state, current: { ...current, grounded: true } };
  const effects: Effect[] = [];
  for (const { id, role, ...demand } of mode === 'gate'
    ? demands.slice(0, MAX_MUST_FIXES_PER_PANELIST)
    : []) {
    const [after, emitted] = demandStep(next, { round, role, origin: 'audit', id, demand });
    next = after;
    effects.push(...emitted);
  }
  const roles = scoringRoles(config).map((role) =>
    inflationOf(role, votes[role] ?? null, scores[role] ?? null, config.scoreScale),
  );
  const grounding: Grounding = { mode, roles, claims: [...claims], blocking: demands.length, unmeasured };
  effects.push(emit({ type: 'critique.grounding', runId: state.runId, round, ...grounding }));
  return [next, effects];
}

/** Instruments score on a scale of 10; the run may have another. */
function inflationOf(
  role: PanelistRole,
  claimed: number | null,
  onTen: number | null,
  scale: number,
): RoleGrounding {
  const measured = onTen === null ? null : roundTo((onTen * scale) / INSTRUMENT_SCALE, SCORE_DECIMALS);
  const inflation =
    claimed === null || measured === null ? null : roundTo(claimed - measured, SCORE_DECIMALS);
  return { role, claimed, measured, inflation };
}

const INSTRUMENT_SCALE = 10;

function closeRound(
  state: Scoreboard,
  input: Extract<PanelEvent, { type: 'round_close' }>,
  config: CritiqueConfig,
): Step {
  const { current } = state;
  if (current === null) return [state, []];
  const { round } = current;
  const effects: Effect[] = [];
  const missing = scoringRoles(config).filter((role) => current.votes[role] === undefined);
  let next = state;
  for (const role of missing) {
    const [after, emitted] = demandStep(next, {
      round,
      role,
      origin: 'vote',
      id: null,
      demand: missingVote(role),
    });
    next = after;
    effects.push(...emitted);
  }
  const settled = settle(next.ledger, round, (entry) => couldRepeat(entry, current));
  const composite = compositeOf(current.votes, config);
  const mustFix = openEntries(settled.ledger).length;
  const hasArtifact = Object.keys(state.artifacts).length > 0;
  const result = judgeRound({ round, composite, mustFix }, hasArtifact, config);
  for (const { kind, detail } of disputedClaims(input.claims, result, config)) {
    effects.push(warning(state, kind, input.position, detail));
  }
  if (result.decision === 'continue' && isWeakDebate(current.subsystems)) {
    effects.push(
      warning(
        state,
        'weak_debate',
        input.position,
        `round ${round} closes without two panelists demanding different things`,
      ),
    );
  }
  if (state.previousRoundBytes !== null && input.bytes >= state.previousRoundBytes) {
    effects.push(
      warning(
        state,
        'round_grew',
        input.position,
        `round ${round} took ${input.bytes} bytes, the one before ${state.previousRoundBytes}`,
      ),
    );
  }
  effects.push(
    emit({
      type: 'critique.round_end',
      runId: state.runId,
      ...result,
      reason: reasonFor(result, config),
      agentReason: input.reason,
      resolved: settled.resolved,
      missing,
    }),
    { type: 'persist_round', round: result },
  );
  const closed: Scoreboard = {
    ...next,
    current: null,
    ledger: settled.ledger,
    rounds: [...state.rounds, result],
    previousRoundBytes: input.bytes,
    stalled: hasGained(state, result, settled.resolved) ? 0 : state.stalled + 1,
  };
  const [after, decided] = afterRound(closed, result, config);
  return [after, [...effects, ...decided]];
}

/** One-shot agents still have to say SHIP; a conversation ends on the gate's own word. */
function afterRound(state: Scoreboard, result: RoundResult, config: CritiqueConfig): Step {
  if (result.decision === 'ship') {
    return state.turns === 'conversational' ? finish(state, shipOf(state, result, ''), config) : [state, []];
  }
  if (result.round >= config.maxRounds)
    return finish(state, { type: 'rounds_exhausted', summary: '' }, config);
  if (config.plateauRounds > 0 && state.stalled >= config.plateauRounds)
    return finish(state, { type: 'plateau', rounds: state.stalled }, config);
  return [state, []];
}

/** A first round has nothing to gain on; later ones have to beat the best before them or meet a demand. */
function hasGained({ rounds }: Scoreboard, { composite }: RoundResult, resolved: readonly string[]): boolean {
  return resolved.length > 0 || rounds.every((before) => composite > before.composite + EPSILON);
}

const EPSILON = 1e-9;

function couldRepeat(entry: LedgerEntry, current: OpenRound): boolean {
  switch (entry.origin) {
    case 'panel':
      return current.closed.includes(entry.role);
    case 'vote':
      return current.votes[entry.role] !== undefined;
    case 'lint':
      return current.linted;
    case 'audit':
      return current.grounded;
  }
}

/** [S11] SHIP is a request. The gate grants it for the last closed round, or not at all. */
function readShip(
  state: Scoreboard,
  input: Extract<PanelEvent, { type: 'ship' }>,
  config: CritiqueConfig,
): Step {
  const last = state.rounds.at(-1);
  const effects: Effect[] = [];
  if (input.round !== null && last !== undefined && input.round !== last.round) {
    effects.push(
      warning(
        state,
        'claim_mismatch',
        input.position,
        `SHIP names round ${input.round}; the last closed round is ${last.round}`,
      ),
    );
  }
  const { composite } = input.claims;
  if (composite !== undefined && last !== undefined) {
    for (const { kind, detail } of disputedClaims({ composite }, last, config)) {
      effects.push(warning(state, kind, input.position, detail));
    }
  }
  if (last?.decision === 'ship' && state.shipLint.length === 0) {
    if (shipDiffers(state, last)) {
      effects.push(
        warning(
          state,
          'ship_artifact_differs',
          input.position,
          `the shipped artifact is not the one judged in round ${last.round}`,
        ),
      );
    }
    const [after, finished] = finish(state, shipOf(state, last, input.summary), config);
    return [after, [...effects, ...finished]];
  }
  const why =
    last === undefined
      ? 'no round was closed'
      : last?.decision === 'ship'
        ? 'the final lint objects'
        : reasonFor(last, config);
  effects.push(warning(state, 'ship_refused', input.position, why));
  let next = state;
  for (const demand of state.shipLint.slice(0, MAX_MUST_FIXES_PER_PANELIST)) {
    const [after, emitted] = demandStep(next, {
      round: last?.round ?? 1,
      role: 'designer',
      origin: 'lint',
      id: null,
      demand,
    });
    next = after;
    effects.push(...emitted);
  }
  if (state.turns === 'conversational') return [next, effects];
  const [after, finished] = finish(next, { type: 'rounds_exhausted', summary: input.summary }, config);
  return [after, [...effects, ...finished]];
}

function shipDiffers(state: Scoreboard, round: RoundResult): boolean {
  const judged = state.artifacts[round.round]?.sha256 ?? null;
  const shipped = state.shipArtifact?.sha256 ?? null;
  return judged !== null && shipped !== null && judged !== shipped;
}

function shipOf(state: Scoreboard, round: RoundResult, summary: string): Ending {
  const artifactInShip = state.turns === 'one-shot' && state.shipArtifact !== null;
  return { type: 'gate_passed', round: round.round, summary, artifactInShip };
}

function endTurn(state: Scoreboard, config: CritiqueConfig): Step {
  if (state.turns === 'one-shot') return endStream(state, config);
  const round = state.rounds.length + 1;
  // A turn that closes no round would be asked for again and again.
  if (state.rounds.length < state.requestedRound) {
    return finish(
      state,
      silent(`the agent ended its turn without closing round ${state.requestedRound}`),
      config,
    );
  }
  return [{ ...state, requestedRound: round }, [{ type: 'request_round', round }]];
}

function endStream(state: Scoreboard, config: CritiqueConfig): Step {
  const last = state.rounds.at(-1);
  if (last === undefined) return finish(state, silent('the agent ended without closing a round'), config);
  if (last.decision === 'ship') return finish(state, shipOf(state, last, ''), config);
  return finish(state, { type: 'rounds_exhausted', summary: '' }, config);
}

function silent(message: string): Ending {
  return { type: 'unreadable', reason: 'malformed_block', message, position: null };
}

/** [S5] The only way to the end, and it is taken once. */
function finish(state: Scoreboard, ending: Ending, config: CritiqueConfig): Step {
  const outcome = decideOutcome(ending, state.rounds, config);
  const event = terminalEvent(outcome, state.rounds, state);
  return [{ ...state, outcome, current: null }, [emit(event), { type: 'finish', outcome }]];
}

function ofRound(state: Scoreboard, round: number, event: CritiqueSseEvent): Step {
  return state.current?.round === round ? [state, [emit(event)]] : [state, []];
}

function ids(state: Scoreboard, input: { round: number; role: PanelistRole }) {
  return { runId: state.runId, round: input.round, role: input.role };
}

function emit(event: CritiqueSseEvent): Effect {
  return { type: 'emit', event };
}

function warning(state: Scoreboard, kind: WarningKind, position: number | null, detail: string): Effect {
  return emit({ type: 'critique.parser_warning', runId: state.runId, kind, position, detail });
}
