/**
 * The gate again, over what a transcript holds: votes and must-fixes as they were, rules as they are now. No agent
 * is asked. What the old rules decided is kept beside it, so that the difference can be seen. Pure.
 */
import {
  PANELIST_ROLES,
  type PanelistRole,
  type RoundDecision,
} from '@design-jury/contracts/theater/critique';
import { type CritiqueState, foldAll } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { scoringRoles } from '../protocols/theater/composite.ts';
import { reasonFor } from '../protocols/theater/judgement.ts';
import { type Board, boardsOf, judgeBoard } from './boards.ts';

export interface Rules {
  /** @default the run's own */
  threshold?: number;
  /** Roles that are not named keep their weight. */
  weights?: Partial<Record<PanelistRole, number>>;
  /** Panelists that are taken off the panel: neither their votes nor their demands count. What instruments demanded stays. */
  without?: readonly PanelistRole[];
}

export interface RejudgedRound {
  n: number;
  was: { composite: number; mustFix: number; decision: RoundDecision };
  /** Its composite is null where these rules leave no vote. */
  now: { composite: number | null; mustFix: number; decision: RoundDecision };
  reason: string;
  /** Roles that count now and gave no vote. */
  missing: PanelistRole[];
}

export interface Rejudged {
  runId: string;
  threshold: number;
  scale: number;
  weights: Record<PanelistRole, number>;
  without: PanelistRole[];
  was: { status: CritiqueState['phase']; round: number | null };
  now: { status: CritiqueState['phase']; round: number | null; composite: number | null };
  rounds: RejudgedRound[];
  /** What the transcript cannot answer, in a sentence; null when it answers everything. */
  caveat: string | null;
}

export type RejudgeProblem = { problem: string };

export function rejudge(events: readonly TranscriptEvent[], rules: Rules): Rejudged | RejudgeProblem {
  const started = events.find((event) => event.type === 'critique.run_started');
  if (started === undefined)
    return { problem: 'it has no run_started event, so nothing says how it was judged' };
  const { runId, scale, cast, maxRounds } = started;
  const threshold = rules.threshold ?? started.threshold;
  if (threshold > scale) return { problem: `a threshold of ${threshold} is above its scale of ${scale}` };
  const without = PANELIST_ROLES.filter((role) => rules.without?.includes(role));
  const weights = { ...started.weights, ...rules.weights };
  for (const role of without) weights[role] = 0;
  const config = { cast, weights, scoreThreshold: threshold };
  const counting = scoringRoles(config);
  if (counting.length === 0)
    return { problem: `no role of its cast (${cast.join(', ')}) would have a weight above 0` };
  const rounds = boardsOf(events).map((board): RejudgedRound => {
    const judged = judgeBoard(lessPanelists(board, without), config);
    const { missing, ...now } = judged;
    // A missing vote is neither 0 nor a pass: of no vote at all there is no mean. Of roles that did not answer the gate itself
    // demands a vote, and is kept as it was told.
    const isDemanded = missing.length > 0 && Object.keys(board.votes).length === 0;
    if (!isDemanded && counting.every((role) => board.votes[role] === undefined))
      return {
        n: board.round,
        was: board.said,
        now: { ...now, composite: null, decision: 'continue' },
        reason: 'no role that counts has voted',
        missing,
      };
    return {
      n: board.round,
      was: board.said,
      now,
      reason: reasonFor({ round: board.round, ...now }, config),
      missing,
    };
  });
  if (rounds.length === 0) return { problem: 'no round of it was complete, so there is nothing to judge' };
  const state = foldAll(events);
  const first = rounds.find((round) => round.now.decision === 'ship');
  const was = { status: state.phase, round: roundOf(state) };
  const judged = { runId, threshold, scale, weights, without, was, rounds };
  if (first !== undefined) {
    const later = rounds.filter((round) => round.n > first.n).length;
    const caveat =
      later === 0
        ? null
        : `By these rules it would have ended with round ${first.n}; ${later === 1 ? 'one later round was' : `${later} later rounds were`} not needed.`;
    return { ...judged, now: { status: 'shipped', round: first.n, composite: first.now.composite }, caveat };
  }
  const [any, ...others] = rounds.filter((round) => round.now.composite !== null);
  if (any === undefined)
    return {
      ...judged,
      now: { status: 'degraded', round: null, composite: null },
      caveat: `These rules leave no vote: of ${counting.join(', ')} there is none, so there is no verdict.`,
    };
  const best = others.reduce(
    (kept, round) => ((round.now.composite ?? 0) >= (kept.now.composite ?? 0) ? round : kept),
    any,
  );
  const now = { status: withoutShip(state), round: best.n, composite: best.now.composite };
  const left = maxRounds - rounds.length;
  const caveat =
    was.status === 'shipped' && left > 0
      ? `By these rules it would have gone on: ${left} of ${maxRounds} rounds were not played.`
      : null;
  return { ...judged, now, caveat };
}

/** A run that ended for another reason than the gate still ended so. */
function withoutShip(state: CritiqueState): CritiqueState['phase'] {
  return state.phase === 'shipped' ? 'below_threshold' : state.phase;
}

function roundOf(state: CritiqueState): number | null {
  if ('final' in state) return state.final?.round ?? null;
  return 'bestRound' in state ? state.bestRound : null;
}

function lessPanelists(board: Board, without: readonly PanelistRole[]): Board {
  if (without.length === 0) return board;
  return { ...board, open: board.open.filter(({ role, synthetic }) => synthetic || !without.includes(role)) };
}
