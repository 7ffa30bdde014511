/**
 * The gate. Pure: `transition(state, input, config) → [state, effects]`. Time, interrupts and process exits
 * arrive as inputs; nothing here reads a clock, and nothing the agent claims decides anything.
 *
 * Whatever the order of inputs, a run finishes exactly once: `finish` answers only while `outcome` is null,
 * and every later input is ignored.
 */
import type { CritiqueConfig } from '@design-jury/contracts/theater/critique';
import type { CritiqueSseEvent } from '@design-jury/contracts/theater/sse';
import { contradict, endStream, endTurn, finish, readShip } from './scoreboard-end.ts';
import {
  addDemand,
  addGrounding,
  addLint,
  addStrayDemand,
  closePanelist,
  closeStranger,
  hasOtherScale,
  openRun,
  storeArtifact,
} from './scoreboard-panel.ts';
import { closeRound, openRound } from './scoreboard-round.ts';
import {
  emit,
  ids,
  type OpenRound,
  type Scoreboard,
  type ScoreboardInput,
  type Step,
  warning,
} from './scoreboard-state.ts';

const ENDS: ReadonlySet<ScoreboardInput['type']> = new Set<ScoreboardInput['type']>([
  'turn_end',
  'stream_end',
  'stop',
]);

export function transition(state: Scoreboard, input: ScoreboardInput, config: CritiqueConfig): Step {
  if (state.outcome !== null) return [state, []];
  // A no is a no, whatever is still said in that turn; that it was asked for twice is on file.
  if (state.verdict !== null && state.verdict.type !== 'gate_passed' && !ENDS.has(input.type))
    return input.type === 'warning' && input.kind === 'duplicate_ship'
      ? [state, [warning(state, input.kind, input.position, input.detail)]]
      : [state, []];
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
        // [P3] As its judge's vote. What is stored is read as it was.
        dimScore: state.judging === 'live' && hasOtherScale(state, config) ? null : dimScore,
        dimNote,
      });
    }
    case 'panelist_must_fix':
      return addDemand(state, input);
    case 'stray_demand':
      return hasSaidYes(state)
        ? contradict(state, 'a demand follows the end of the round', config, input.position)
        : addStrayDemand(state, input);
    case 'contradiction':
      return contradict(state, input.detail, config, input.position);
    case 'untouched':
      return state.current === null
        ? [state, []]
        : [{ ...state, current: { ...state.current, untouched: new Set(input.ids) } }, []];
    case 'abstain':
      return state.current === null
        ? [state, []]
        : [{ ...state, current: abstaining(state.current, input) }, []];
    case 'panelist_close':
      return closePanelist(state, input, config);
    case 'stranger_close':
      return closeStranger(state, input.voice);
    case 'artifact_open':
    case 'artifact_chunk':
      return [state, []];
    case 'artifact_close':
      return hasTwoPages(state, input)
        ? contradict(state, 'two pages stand in one round', config)
        : storeArtifact(state, input);
    case 'page_given':
      return storeArtifact(
        { ...state, given: input.sha256 },
        { ...input, place: { in: 'round', round: 1 }, blank: false },
      );
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
      // What was decided stands, however the turn ends; unless its words turn out not to be readable.
      return finish(
        state,
        state.verdict === null || input.ending.type === 'unreadable' ? input.ending : state.verdict,
        config,
      );
  }
}

function abstaining(
  current: OpenRound,
  { role, reason, decisive }: Extract<ScoreboardInput, { type: 'abstain' }>,
): OpenRound {
  return { ...current, abstained: { ...current.abstained, [role]: { reason, decisive } } };
}

/** The last round would ship, and none is open that a demand could belong to. */
function hasSaidYes({ verdict, current, rounds }: Scoreboard): boolean {
  return verdict !== null || (current === null && rounds.at(-1)?.decision === 'ship');
}

/** [S20] Which of them would the judges have looked at? */
function hasTwoPages(
  { judging, artifacts, given, shipArtifact }: Scoreboard,
  { place, blank, sha256 }: Extract<ScoreboardInput, { type: 'artifact_close' }>,
): boolean {
  if (judging === 'stored' || blank) return false;
  if (place.in === 'ship') return shipArtifact !== null && shipArtifact.sha256 !== sha256;
  const other = artifacts[place.round];
  return other !== undefined && other.sha256 !== sha256 && !(given !== null && place.round === 1);
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

function ofRound(state: Scoreboard, round: number, event: CritiqueSseEvent): Step {
  return state.current?.round === round ? [state, [emit(event)]] : [state, []];
}
