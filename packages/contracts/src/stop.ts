/** Why a run must stop before it ends by itself. */
import type { AgentErrorKind, BudgetKind, DegradedReason, FailedCause } from './theater/critique.ts';

export type StopEnding =
  | { type: 'timed_out'; cause: FailedCause; message: string }
  | { type: 'interrupted'; recoveryReason: string | null }
  | { type: 'unreadable'; reason: DegradedReason; message: string; position: number | null }
  | { type: 'failed'; cause: FailedCause; message: string; agentError?: AgentErrorKind; budget?: BudgetKind };
