/**
 * The gate again, over what a transcript holds: votes and must-fixes as they were, rules as they are now. No agent
 * is asked. What the old rules decided is kept beside it, so that the difference can be seen. Pure.
 */
import type { PanelistRole, RoundDecision } from '@design-jury/contracts/theater/critique';
import { type CritiqueState, foldAll } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { compositeOf, scoringRoles, type Votes } from '../protocols/theater/composite.ts';
import { judgeRound, reasonFor } from '../protocols/theater/judgement.ts';

export interface Rules {
  /** @default the run's own */
  threshold?: number;
  /** Roles that are not named keep their weight. */
  weights?: Partial<Record<PanelistRole, number>>;
}

export interface RejudgedRound {
  n: number;
  was: { composite: number; mustFix: number; decision: RoundDecision };
  now: { composite: number; mustFix: number; decision: RoundDecision };
  reason: string;
  /** Roles that count now and gave no vote. */
  missing: PanelistRole[];
}

export interface Rejudged {
  runId: string;
  threshold: number;
  scale: number;
  weights: Record<PanelistRole, number>;
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
  const weights = { ...started.weights, ...rules.weights };
  const config = { cast, weights, scoreThreshold: threshold };
  if (scoringRoles(config).length === 0)
    return { problem: `no role of its cast (${cast.join(', ')}) would have a weight above 0` };
  const rounds = judgeRounds(events, config);
  if (rounds.length === 0) return { problem: 'no round of it was complete, so there is nothing to judge' };
  const state = foldAll(events);
  const first = rounds.find((round) => round.now.decision === 'ship');
  const was = { status: state.phase, round: roundOf(state) };
  const judged = { runId, threshold, scale, weights, was, rounds };
  if (first !== undefined) {
    const later = rounds.filter((round) => round.n > first.n).length;
    const caveat =
      later === 0
        ? null
        : `By these rules it would have ended with round ${first.n}; ${later === 1 ? 'one later round was' : `${later} later rounds were`} not needed.`;
    return { ...judged, now: { status: 'shipped', round: first.n, composite: first.now.composite }, caveat };
  }
  const best = rounds.reduce((kept, round) => (round.now.composite >= kept.now.composite ? round : kept));
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

interface JudgeConfig {
  cast: PanelistRole[];
  weights: Record<PanelistRole, number>;
  scoreThreshold: number;
}

/** The gate's own demand for a missing vote depends on the weights: it is made anew, never taken over. */
function isVoteDemand({ id, synthetic }: { id: string; synthetic: boolean }): boolean {
  return synthetic && id.startsWith('vote-');
}

function judgeRounds(events: readonly TranscriptEvent[], config: JudgeConfig): RejudgedRound[] {
  const rounds: RejudgedRound[] = [];
  const open = new Set<string>();
  let votes: Votes = {};
  let hasArtifact = false;
  for (const event of events) {
    switch (event.type) {
      case 'critique.panelist_must_fix':
        if (!isVoteDemand(event)) open.add(event.id);
        break;
      case 'critique.panelist_close':
        if (event.score !== null) votes = { ...votes, [event.role]: event.score };
        break;
      case 'critique.round_artifact':
        hasArtifact = true;
        break;
      case 'critique.round_end': {
        for (const id of event.resolved) open.delete(id);
        const cast = votes;
        const { abstained = [] } = event;
        const missing = scoringRoles(config).filter(
          (role) => cast[role] === undefined && !abstained.includes(role),
        );
        const composite = compositeOf(cast, config);
        const result = judgeRound(
          { round: event.round, composite, mustFix: open.size + missing.length },
          hasArtifact,
          config,
        );
        rounds.push({
          n: event.round,
          was: { composite: event.composite, mustFix: event.mustFix, decision: event.decision },
          now: { composite, mustFix: result.mustFix, decision: result.decision },
          reason: reasonFor(result, config),
          missing,
        });
        votes = {};
        break;
      }
    }
  }
  return rounds;
}
