/** How a run ends: a granted or refused SHIP, a stream that stops, and the one way to the outcome. */

import { MAX_MUST_FIXES_PER_PANELIST } from '@design-jury/contracts/defaults';
import type { CritiqueConfig, PanelEvent } from '@design-jury/contracts/theater/critique';
import { disputedClaims, reasonFor } from './judgement.ts';
import { decideOutcome, type Ending, type RoundResult, terminalEvent } from './outcome.ts';
import { demandStep, type Effect, emit, type Scoreboard, type Step, warning } from './scoreboard-state.ts';

/** [S11] SHIP is a request. The gate grants it for the last closed round, or not at all. */
export function readShip(
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
  if (state.judging === 'live' && state.current !== null)
    return contradict(state, 'SHIP inside a round', config);
  if (composite !== undefined && last !== undefined) {
    for (const { kind, detail } of disputedClaims({ composite }, last, config)) {
      effects.push(warning(state, kind, input.position, detail));
    }
  }
  if (last?.decision === 'ship' && (state.judging === 'live' || state.shipLint.length === 0)) {
    if (shipDiffers(state, last)) {
      effects.push(
        warning(
          state,
          'ship_artifact_differs',
          input.position,
          state.judging === 'stored'
            ? `the shipped artifact is not the one judged in round ${last.round}`
            : `the page in SHIP was not voted on; the page of round ${last.round} is what ships`,
        ),
      );
    }
    const [after, finished] = decide(state, shipOf(state, last, input.summary), config);
    return [after, [...effects, ...finished]];
  }
  const why =
    last === undefined
      ? 'no round was closed'
      : last?.decision === 'ship'
        ? 'the final lint objects'
        : reasonFor(last, config, state.judging);
  effects.push(warning(state, 'ship_refused', input.position, why));
  let next = state;
  for (const demand of state.judging === 'live' ? [] : state.shipLint.slice(0, MAX_MUST_FIXES_PER_PANELIST)) {
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
  if (state.judging === 'live' && last === undefined) {
    const message = 'the agent asks to ship, and nobody has voted';
    const [after, finished] = finish(
      next,
      { type: 'unreadable', reason: 'no_usable_vote', message, position: null },
      config,
    );
    return [after, [...effects, ...finished]];
  }
  const [after, finished] = decide(next, { type: 'rounds_exhausted', summary: input.summary }, config);
  return [after, [...effects, ...finished]];
}

function shipDiffers(state: Scoreboard, round: RoundResult): boolean {
  const judged = state.artifacts[round.round]?.sha256 ?? null;
  const shipped = state.shipArtifact?.sha256 ?? null;
  return judged !== null && shipped !== null && judged !== shipped;
}

export function shipOf(
  state: Scoreboard,
  round: RoundResult,
  summary: string,
): Extract<Ending, { type: 'gate_passed' }> {
  // [S11] Only bytes that were voted on ship. Stored runs shipped what SHIP printed.
  const artifactInShip =
    state.judging === 'stored' && state.turns === 'one-shot' && state.shipArtifact !== null;
  return { type: 'gate_passed', round: round.round, summary, artifactInShip };
}

/**
 * [S20] The gate has decided, and says so when the turn is over: until then something may be said against a yes, and
 * what the turn has used is not told yet. A stored run ended here.
 */
export function decide(
  state: Scoreboard,
  verdict: NonNullable<Scoreboard['verdict']>,
  config: CritiqueConfig,
): Step {
  return state.judging === 'stored' ? finish(state, verdict, config) : [{ ...state, verdict }, []];
}

/** [S20] The answer says two things at once: neither carries it. */
export function contradict(
  state: Scoreboard,
  message: string,
  config: CritiqueConfig,
  position: number | null = null,
): Step {
  return finish(state, { type: 'unreadable', reason: 'ambiguous_answer', message, position }, config);
}

export function endTurn(state: Scoreboard, config: CritiqueConfig): Step {
  if (state.verdict !== null) return finish(state, state.verdict, config);
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

export function endStream(state: Scoreboard, config: CritiqueConfig): Step {
  if (state.verdict !== null) return finish(state, state.verdict, config);
  const last = state.rounds.at(-1);
  if (last === undefined) return finish(state, silent('the agent ended without closing a round'), config);
  if (last.decision === 'ship' && state.current !== null)
    return contradict(state, 'a round is left open behind the one that would ship', config);
  if (last.decision === 'ship') return finish(state, shipOf(state, last, ''), config);
  return finish(state, { type: 'rounds_exhausted', summary: '' }, config);
}

function silent(message: string): Ending {
  return { type: 'unreadable', reason: 'malformed_block', message, position: null };
}

/** [S5] The only way to the end, and it is taken once. */
export function finish(state: Scoreboard, ending: Ending, config: CritiqueConfig): Step {
  const outcome = decideOutcome(ending, state.rounds, config);
  const event = terminalEvent(outcome, state.rounds, state);
  return [{ ...state, outcome, current: null }, [emit(event), { type: 'finish', outcome }]];
}
