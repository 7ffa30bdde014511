/** A round opens and closes: the votes become a result, the demands are settled, the gate says how it goes on. */
import type { CritiqueConfig, PanelEvent } from '@design-jury/contracts/theater/critique';
import { compositeOf, scoringRoles } from './composite.ts';
import { disputedClaims, isWeakDebate, judgeRound, missingVote, reasonFor } from './judgement.ts';
import { type LedgerEntry, openEntries, settle } from './ledger.ts';
import type { RoundResult } from './outcome.ts';
import { finish, shipOf } from './scoreboard-end.ts';
import {
  demandStep,
  type Effect,
  emit,
  type OpenRound,
  type Scoreboard,
  type Step,
  warning,
} from './scoreboard-state.ts';

export function openRound(state: Scoreboard, round: number, config: CritiqueConfig): Step {
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

export function closeRound(
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
