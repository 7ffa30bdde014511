/** What a phase has come to, from the machine's state: what the report, the terminal and `--json` are made of. */
import type {
  Acceptance,
  ClarificationItem,
  CriticSummary,
  FinalState,
  Finding,
} from '@design-jury/contracts/convergence/schema';
import type { DraftedPlan } from './plan-draft.ts';
import type { PlanVerdict } from './plan-gate.ts';
import type { ConvergenceState, WorkerAnalysis } from './state.ts';

export interface ConvergenceResult {
  findings: Finding[];
  finalState: FinalState;
  totalRounds: number;
  notes: string[];
  critic: CriticSummary | null;
  /** What the critic said, word for word; null when it was not asked or gave nothing. */
  criticSaid: readonly string[] | null;
  dropped: Finding[];
  clarifications: ClarificationItem[];
  /** The plan a worker wrote; null where the task has its own, or none. */
  draft: DraftedPlan | null;
  /** The phase is about a plan, and there is none. */
  lacksPlan: boolean;
  handsOver: boolean;
  gate: PlanVerdict | null;
  acceptance: Acceptance | null;
  analyses: WorkerAnalysis[];
  /** Workers that gave no analysis, and why. */
  absent: { worker: string; error: string }[];
}

/** Null while the rounds are not over. */
export function resultOf(state: ConvergenceState): ConvergenceResult | null {
  const { rounds, analyses, coverage, settled, gate } = state;
  if (rounds === null || rounds.finalState === null) return null;
  return {
    findings: [...rounds.findings, ...(coverage?.merged ?? [])],
    finalState: rounds.finalState,
    totalRounds: rounds.round,
    notes: [...state.notes],
    critic: coverage?.critic ?? settled?.critic ?? null,
    criticSaid: coverage?.said ?? settled?.criticSaid ?? null,
    dropped: coverage?.dropped ?? [],
    clarifications: [...state.clarifications],
    draft: state.draft,
    lacksPlan: state.lacksPlan,
    handsOver: state.handsOver,
    gate,
    acceptance: settled?.acceptance ?? null,
    analyses: [...analyses],
    absent: absentOf(analyses),
  };
}

export function absentOf(analyses: readonly WorkerAnalysis[]): ConvergenceResult['absent'] {
  return analyses.flatMap(({ worker, result }) =>
    result.status === 'error' ? [{ worker, error: result.error }] : [],
  );
}
