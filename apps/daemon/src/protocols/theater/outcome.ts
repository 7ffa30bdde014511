/** How a run ends: the terminal status is chosen here, and only here. */
import type { StopEnding } from '@design-jury/contracts/stop';
import type { CritiqueConfig, CritiqueStatus } from '@design-jury/contracts/theater/critique';
import type { ArtifactRef, TerminalEvent } from '@design-jury/contracts/theater/sse';

export interface RoundResult {
  round: number;
  composite: number;
  mustFix: number;
  decision: 'continue' | 'ship';
}

/** What brought the run to its end. */
export type Ending =
  | { type: 'gate_passed'; round: number; summary: string; artifactInShip: boolean }
  | { type: 'rounds_exhausted'; summary: string }
  /** Rounds were left, and the last ones gained nothing. */
  | { type: 'plateau'; rounds: number }
  | StopEnding;

export interface RunOutcome {
  status: Exclude<CritiqueStatus, 'legacy'>;
  /** The round that shipped, or that the fallback policy keeps; null when nothing is kept. */
  round: number | null;
  composite: number | null;
  artifact: { in: 'ship' } | { in: 'round'; round: number } | null;
  ending: Ending;
}

/** [S10] Ties go to the later round. */
export function keptRound(
  rounds: readonly RoundResult[],
  config: Pick<CritiqueConfig, 'fallbackPolicy'>,
): RoundResult | null {
  switch (config.fallbackPolicy) {
    case 'fail':
      return null;
    case 'ship_last':
      return rounds.at(-1) ?? null;
    case 'ship_best':
      return rounds.reduce<RoundResult | null>(
        (best, round) => (best === null || round.composite >= best.composite ? round : best),
        null,
      );
  }
}

export function decideOutcome(
  ending: Ending,
  rounds: readonly RoundResult[],
  config: Pick<CritiqueConfig, 'fallbackPolicy'>,
): RunOutcome {
  if (ending.type === 'gate_passed') {
    const shipped = rounds.find((round) => round.round === ending.round);
    return {
      status: 'shipped',
      round: ending.round,
      composite: shipped?.composite ?? null,
      artifact: ending.artifactInShip ? { in: 'ship' } : { in: 'round', round: ending.round },
      ending,
    };
  }
  const kept = keptRound(rounds, config);
  return {
    status: statusOf(ending),
    round: kept?.round ?? null,
    composite: kept?.composite ?? null,
    artifact: kept === null ? null : { in: 'round', round: kept.round },
    ending,
  };
}

function statusOf(ending: Exclude<Ending, { type: 'gate_passed' }>): RunOutcome['status'] {
  switch (ending.type) {
    case 'rounds_exhausted':
    case 'plateau':
      return 'below_threshold';
    case 'timed_out':
      return 'timed_out';
    case 'interrupted':
      return 'interrupted';
    case 'unreadable':
      return 'degraded';
    case 'failed':
      return 'failed';
  }
}

export interface RunIdentity {
  runId: string;
  adapter: string;
  artifactRef: ArtifactRef;
}

/** The one terminal event of an outcome. */
export function terminalEvent(
  outcome: RunOutcome,
  rounds: readonly RoundResult[],
  { runId, adapter, artifactRef }: RunIdentity,
): TerminalEvent {
  const { ending, round: bestRound } = outcome;
  switch (ending.type) {
    case 'gate_passed':
    case 'rounds_exhausted':
      return gateEvent(outcome, rounds, ending.summary, { runId, adapter, artifactRef });
    case 'plateau': {
      const summary = `Stopped: ${ending.rounds} rounds without a higher composite and without a must-fix met.`;
      return {
        ...gateEvent(outcome, rounds, summary, { runId, adapter, artifactRef }),
        stoppedBy: 'plateau',
      };
    }
    case 'timed_out':
      if (rounds.length > 0)
        return {
          ...gateEvent(outcome, rounds, ending.message, { runId, adapter, artifactRef }),
          partial: true,
        };
      return {
        type: 'critique.failed',
        runId,
        status: 'timed_out',
        cause: ending.cause,
        message: ending.message,
        bestRound,
        partial: true,
      };
    case 'interrupted':
      return {
        type: 'critique.interrupted',
        runId,
        status: 'interrupted',
        bestRound,
        composite: outcome.composite,
        recoveryReason: ending.recoveryReason,
      };
    case 'unreadable':
      return {
        type: 'critique.degraded',
        runId,
        status: 'degraded',
        reason: ending.reason,
        adapter,
        message: ending.message,
        position: ending.position,
        bestRound,
      };
    case 'failed':
      return {
        type: 'critique.failed',
        runId,
        status: 'failed',
        cause: ending.cause,
        ...(ending.agentError !== undefined && { agentError: ending.agentError }),
        ...(ending.budget !== undefined && { budget: ending.budget }),
        message: ending.message,
        bestRound,
      };
  }
}

/** Under the `fail` policy nothing is kept: the last round is named, and no artifact. */
function gateEvent(
  outcome: RunOutcome,
  rounds: readonly RoundResult[],
  summary: string,
  { runId, artifactRef }: RunIdentity,
): Extract<TerminalEvent, { type: 'critique.ship' }> {
  const last = rounds.at(-1);
  return {
    type: 'critique.ship',
    runId,
    round: outcome.round ?? last?.round ?? 1,
    composite: outcome.composite ?? last?.composite ?? 0,
    status:
      outcome.status === 'shipped' || outcome.status === 'timed_out' ? outcome.status : 'below_threshold',
    artifactRef: outcome.round === null ? null : artifactRef,
    summary,
  };
}
