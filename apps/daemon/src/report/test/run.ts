/** A run written down as events, for the tests of views and reports. */
import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import { type CritiqueState, foldAll } from '@design-jury/contracts/theater/fold';
import type { CritiqueSseEvent, TranscriptEvent } from '@design-jury/contracts/theater/sse';

export interface RoundScript {
  votes: Partial<Record<PanelistRole, number>>;
  composite: number;
  /** Ids opened or repeated in this round, by role. */
  demands?: Partial<Record<PanelistRole, string[]>>;
  resolved?: string[];
  mustFix?: number;
  decision?: 'continue' | 'ship';
}

const CAST: PanelistRole[] = ['designer', 'critic', 'brand', 'a11y', 'copy'];

/** Stamped one second apart, from a fixed moment. */
export function stampAll(events: readonly CritiqueSseEvent[]): TranscriptEvent[] {
  return events.map((event, index) => ({
    ...event,
    seq: index + 1,
    at: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
  }));
}

export function started(): CritiqueSseEvent {
  return {
    type: 'critique.run_started',
    runId: 'r1',
    protocolVersion: 1,
    cast: CAST,
    maxRounds: 3,
    threshold: 8,
    scale: 10,
    weights: { designer: 0, critic: 0.4, brand: 0.2, a11y: 0.2, copy: 0.2 },
  };
}

export function mustFix(round: number, role: PanelistRole, id: string): CritiqueSseEvent {
  const [audit = id, selector = null] = id.split('@');
  return {
    type: 'critique.panelist_must_fix',
    runId: 'r1',
    round,
    role,
    id,
    text: `Mend ${id}.`,
    dim: null,
    target: selector,
    severity: 'major',
    evidence: 'line 3: measured 2:1, required 4.5:1',
    witness: selector === null ? null : { audit, selector, predicate: 'at least 4.5:1' },
    openedRound: round,
    synthetic: id.startsWith('vote-') || id.startsWith('lint-'),
  };
}

export function roundEvents(n: number, script: RoundScript): CritiqueSseEvent[] {
  const { votes, composite, demands = {}, resolved = [], decision = 'continue' } = script;
  const count = script.mustFix ?? Object.values(demands).flat().length;
  const at = { runId: 'r1', round: n };
  return [
    { type: 'critique.round_artifact', ...at, mime: 'text/html', bytes: 2048, sha256: null },
    ...CAST.flatMap((role): CritiqueSseEvent[] => [
      { type: 'critique.panelist_open', ...at, role },
      ...(votes[role] === undefined
        ? []
        : [
            {
              type: 'critique.panelist_dim' as const,
              ...at,
              role,
              dimName: 'first',
              dimScore: votes[role] ?? null,
              dimNote: 'as seen',
            },
          ]),
      ...(demands[role] ?? []).map((id) => mustFix(n, role, id)),
      { type: 'critique.panelist_close', ...at, role, score: votes[role] ?? null },
    ]),
    {
      type: 'critique.round_end',
      ...at,
      composite,
      mustFix: count,
      decision,
      reason: `composite ${composite.toFixed(2)}; ${count} must-fix open`,
      agentReason: '',
      resolved,
      missing: [],
    },
  ];
}

export function ship(
  round: number,
  composite: number,
  status: 'shipped' | 'below_threshold',
): CritiqueSseEvent {
  return {
    type: 'critique.ship',
    runId: 'r1',
    round,
    composite,
    status,
    artifactRef: { projectId: 'p', artifactId: 'a' },
    summary: '',
  };
}

export function stateOf(...events: CritiqueSseEvent[]): CritiqueState {
  return foldAll(stampAll(events));
}

export const ALL = (score: number): RoundScript['votes'] => ({
  critic: score,
  brand: score,
  a11y: score,
  copy: score,
});
