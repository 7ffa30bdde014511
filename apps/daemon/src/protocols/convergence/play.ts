/** What a play of one phase is given, what it tells while it runs, and what it leaves. */
import type {
  Acceptance,
  ClarificationItem,
  ConvergenceEvent,
  CriticSummary,
  Dissent,
  FinalState,
  Finding,
  GateResult,
  JudgedPlanItem,
} from '@design-jury/contracts/convergence/schema';
import type { ResolvedConvergence } from './config.ts';
import type { Analysis, CriticWorker, TaskMaterial, VoterResult, Worker } from './worker.ts';

export type { Acceptance, ConvergenceEvent, JudgedPlanItem } from '@design-jury/contracts/convergence/schema';

export interface ConvergencePlay {
  task: TaskMaterial;
  workers: readonly Worker[];
  critic: CriticWorker | null;
  resolved: ResolvedConvergence;
  /** The plan's text; null where the phase has none. */
  plan: string | null;
  /** Items of earlier runs of the task, answered or not. */
  clarifications: readonly ClarificationItem[];
  signal: AbortSignal;
  emit(event: ConvergenceEvent): Promise<void>;
}

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
  gate: { result: GateResult; gating: boolean; items: JudgedPlanItem[]; dissent: Dissent[] } | null;
  acceptance: Acceptance | null;
  analyses: { worker: string; result: VoterResult<Analysis> }[];
  /** Workers that gave no analysis, and why. */
  absent: { worker: string; error: string }[];
}
