/** What a play of one phase is given, what it tells while it runs, and what it leaves. */
import type {
  AcceptanceBlocker,
  AcceptanceVerdict,
  ClarificationItem,
  CriticSummary,
  FinalState,
  Finding,
  GateResult,
  PlanItem,
  PlanItemClass,
  PlanVote,
  ResidualRisk,
} from '@design-jury/contracts/convergence';
import type { ResolvedConvergence } from './config.ts';
import type { Dissent } from './plan-gate.ts';
import type { RequirementRow, WorkerVerdict } from './requirements.ts';
import type { Analysis, CriticWorker, TaskMaterial, VoterResult, Worker } from './worker.ts';

export type ConvergenceEvent =
  | {
      type: 'convergence.started';
      phase: string;
      workers: readonly { id: string; name: string; kind: string }[];
      maxRounds: number;
      adversarial: boolean;
    }
  | { type: 'convergence.analysed'; worker: string; findings: number; error: string | null }
  | { type: 'convergence.grouped'; findings: readonly Finding[] }
  | { type: 'convergence.progress'; line: string }
  | { type: 'convergence.round_ended'; round: number; queue: readonly string[]; findings: readonly Finding[] }
  | { type: 'convergence.warning'; message: string }
  | {
      type: 'convergence.critic';
      summary: CriticSummary;
      /** Gaps that were shared, as findings of the critic. */
      merged: readonly Finding[];
      dropped: readonly Finding[];
      clarifications: readonly ClarificationItem[];
    }
  | {
      type: 'convergence.gate';
      gate: GateResult;
      gating: boolean;
      items: readonly JudgedPlanItem[];
      dissent: readonly Dissent[];
    }
  | ({ type: 'convergence.acceptance' } & Acceptance)
  | { type: 'convergence.clarifications'; items: readonly ClarificationItem[] }
  | { type: 'convergence.ended'; finalState: FinalState; totalRounds: number };

export interface JudgedPlanItem {
  item: PlanItem;
  votes: Readonly<Record<string, PlanVote>>;
  class: PlanItemClass;
}

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

export interface Acceptance {
  verdict: AcceptanceVerdict;
  blockers: AcceptanceBlocker[];
  risks: ResidualRisk[];
  requirements: RequirementRow[];
  /** What each worker's own findings and votes amount to. */
  workerVerdicts: WorkerVerdict[];
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
