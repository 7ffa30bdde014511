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
} from './schema.ts';
import type { WorkerTrace } from './trace.ts';

export interface WorkerView {
  id: string;
  name: string;
  kind: string;
  /** Null until it has spoken. */
  findings: number | null;
  error: string | null;
}

/** A worker at work: its newest picture, and what it was asked before. */
export interface LaneView {
  worker: string;
  now: WorkerTrace;
  past: readonly Pick<WorkerTrace, 'task' | 'state' | 'elapsedMs'>[];
}

/** Tasks of one lane that are remembered; a phase has fewer. */
const MOST_PAST = 20;

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
  notes: readonly string[];
  critic: CriticSummary | null;
  /** What the critic raised, word for word. */
  criticSaid: readonly string[];
  dropped: readonly Finding[];
  gate: {
    result: GateResult;
    gating: boolean;
    items: readonly JudgedPlanItem[];
    dissent: readonly Dissent[];
  } | null;
  acceptance: Acceptance | null;
  clarifications: readonly ClarificationItem[];
  /** Workers and critic at work, in the order in which they were first asked. */
  lanes: readonly LaneView[];
  /** Outcome and exit code are null in runs of older versions. */
  end: {
    finalState: FinalState;
    totalRounds: number;
    outcome: string | null;
    exitCode: number | null;
  } | null;
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
  notes: [],
  critic: null,
  criticSaid: [],
  dropped: [],
  gate: null,
  acceptance: null,
  clarifications: [],
  lanes: [],
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
      // Runs of older versions tell less.
      const { summary, dropped, clarifications, merged = [], said: criticSaid = [] } = event;
      const findings = [...fold.findings, ...merged];
      return { ...fold, critic: summary, criticSaid, findings, dropped, clarifications };
    }
    case 'convergence.trace':
      return { ...fold, lanes: withTrace(fold.lanes, event) };
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
      const { finalState, totalRounds, notes = [], findings = fold.findings } = event;
      const { outcome = null, exitCode = null } = event;
      return { ...fold, queue: [], notes, findings, end: { finalState, totalRounds, outcome, exitCode } };
    }
    default:
      // A newer daemon may tell more than this app knows.
      return fold;
  }
}

/** A beginning closes what the lane shows; everything else is a newer picture of the same. */
function withTrace(
  lanes: ConvergenceFold['lanes'],
  { type: _type, ...trace }: Extract<ConvergenceEvent, { type: 'convergence.trace' }>,
): ConvergenceFold['lanes'] {
  const known = lanes.find(({ worker }) => worker === trace.worker);
  if (known === undefined) return [...lanes, { worker: trace.worker, now: trace, past: [] }];
  const { task, state, elapsedMs } = known.now;
  const past =
    trace.state === 'started' ? [...known.past, { task, state, elapsedMs }].slice(-MOST_PAST) : known.past;
  return lanes.map((lane) => (lane === known ? { ...known, now: trace, past } : lane));
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
