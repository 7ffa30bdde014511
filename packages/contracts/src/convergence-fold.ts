/** One fold for a phase of convergence: live, late and replayed. Nothing is decided here, only put together. */
import type {
  Acceptance,
  ClarificationItem,
  ConvergenceEvent,
  CriticSummary,
  Dissent,
  FinalState,
  Finding,
  FindingClass,
  GateResult,
  JudgedPlanItem,
  Vote,
} from './convergence.ts';

export interface WorkerView {
  id: string;
  name: string;
  kind: string;
  /** Null until it has spoken. */
  findings: number | null;
  error: string | null;
}

export interface ConvergenceFold {
  phase: string;
  workers: readonly WorkerView[];
  maxRounds: number;
  adversarial: boolean;
  /** Rounds that are over. */
  round: number;
  /** Ids of findings that are still voted on. */
  queue: readonly string[];
  findings: readonly Finding[];
  /** The class of a finding after each round, from round 1. */
  history: Readonly<Record<string, readonly (FindingClass | null)[]>>;
  warnings: readonly string[];
  critic: CriticSummary | null;
  dropped: readonly Finding[];
  gate: {
    result: GateResult;
    gating: boolean;
    items: readonly JudgedPlanItem[];
    dissent: readonly Dissent[];
  } | null;
  acceptance: Acceptance | null;
  clarifications: readonly ClarificationItem[];
  end: { finalState: FinalState; totalRounds: number } | null;
}

export const EMPTY_CONVERGENCE: ConvergenceFold = {
  phase: '',
  workers: [],
  maxRounds: 0,
  adversarial: false,
  round: 0,
  queue: [],
  findings: [],
  history: {},
  warnings: [],
  critic: null,
  dropped: [],
  gate: null,
  acceptance: null,
  clarifications: [],
  end: null,
};

export function foldConvergence(fold: ConvergenceFold, event: ConvergenceEvent): ConvergenceFold {
  switch (event.type) {
    case 'convergence.started': {
      const { phase, maxRounds, adversarial } = event;
      const workers = event.workers.map((worker) => ({ ...worker, findings: null, error: null }));
      return { ...fold, phase, maxRounds, adversarial, workers };
    }
    case 'convergence.analysed': {
      const { worker: id, findings, error } = event;
      const workers = fold.workers.map((worker) =>
        worker.id === id ? { ...worker, findings, error } : worker,
      );
      return { ...fold, workers };
    }
    case 'convergence.grouped':
      return { ...fold, findings: event.findings, queue: event.findings.map(({ id }) => id) };
    case 'convergence.round_ended': {
      const { round, queue, findings } = event;
      return { ...fold, round, queue, findings, history: remember(fold.history, round, findings) };
    }
    case 'convergence.warning':
      return { ...fold, warnings: [...fold.warnings, event.message] };
    case 'convergence.critic': {
      const { summary, dropped, clarifications, merged = [] } = event;
      const findings = [...fold.findings, ...merged];
      return { ...fold, critic: summary, findings, dropped, clarifications };
    }
    case 'convergence.gate': {
      const { gate: result, gating, items, dissent } = event;
      return { ...fold, gate: { result, gating, items, dissent } };
    }
    case 'convergence.acceptance': {
      const { verdict, blockers, risks, requirements = [], workerVerdicts = [] } = event;
      return { ...fold, acceptance: { verdict, blockers, risks, requirements, workerVerdicts } };
    }
    case 'convergence.clarifications':
      return { ...fold, clarifications: event.items };
    case 'convergence.ended': {
      const { finalState, totalRounds } = event;
      return { ...fold, queue: [], end: { finalState, totalRounds } };
    }
    default:
      // A newer daemon may tell more than this app knows.
      return fold;
  }
}

function remember(
  history: ConvergenceFold['history'],
  round: number,
  findings: readonly Finding[],
): ConvergenceFold['history'] {
  return Object.fromEntries(
    findings.map(({ id, classification }) => {
      const before = history[id] ?? [];
      const missed = Array.from({ length: Math.max(0, round - 1 - before.length) }, () => null);
      return [id, [...before.slice(0, round - 1), ...missed, classification]];
    }),
  );
}

/** The last word of a worker about a finding, and the round it was said in. */
export function lastVote({ rounds }: Finding, worker: string): { round: number; vote: Vote } | null {
  for (const { round, votes } of rounds.toReversed()) {
    const vote = votes[worker];
    if (vote !== undefined) return { round, vote };
  }
  return null;
}
