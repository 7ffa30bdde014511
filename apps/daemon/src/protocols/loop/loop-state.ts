/** What a critic loop is at any moment, what can happen to it, and what it then wants done. */
import type {
  Criterion,
  CriterionResult,
  CriticLoopConfig,
  CriticPass,
  CriticTotals,
  Escalation,
  LoopStatus,
  PassAnswer,
} from '@design-jury/contracts/loop/schema';
import type { KnownConcern } from './concerns.ts';
import type { CountedFigure } from './figures.ts';
import type { FailTrail } from './stuck.ts';
import type { ValidatedPass } from './validation.ts';

export interface Deferred {
  criterionId: string;
  reason: string;
}

/** Something to change in the subject: a criterion's FAIL, or a scenario that could happen. */
export interface Fix {
  criterionId: string;
  instruction: string;
}

/** A question a person skipped in this loop; neither it nor what it was about is brought up again. */
export interface SkippedQuestion {
  criterionId: string;
  question: string;
  reason: string;
  /** Keys of what was found in the criterion then. @default [] */
  concerns?: readonly string[];
  /** Who skipped it; `unattended` where nobody could be asked. */
  by?: string;
}

export interface OpenPass {
  n: number;
  results: CriterionResult[];
  adversarial: ValidatedPass['adversarial'];
  invalid: ValidatedPass['invalid'];
  newConcerns: string[];
  fixesApplied: number;
}

export type Step =
  | { at: 'reviewing'; n: number; failures: number; reasked: number; partial: PassAnswer | null }
  | { at: 'fixing'; pass: OpenPass; waiting: readonly Fix[] }
  | { at: 'choosing'; pass: OpenPass; waiting: readonly Escalation[]; asked: number }
  | { at: 'done' };

export interface LoopState {
  command: string;
  criteria: readonly Criterion[];
  config: CriticLoopConfig;
  step: Step;
  passes: readonly CriticPass[];
  fixes: number;
  escalations: number;
  deferred: readonly Deferred[];
  known: readonly KnownConcern[];
  trail: FailTrail;
  skipped: readonly SkippedQuestion[];
  status: LoopStatus;
  warnings: readonly string[];
}

export type LoopInput =
  | {
      type: 'pass_answered';
      answer: PassAnswer;
      counted: readonly CountedFigure[];
      /** What the critic's own tools remarked. */
      warnings?: readonly string[];
    }
  | { type: 'pass_failed'; message: string }
  | { type: 'fix_applied'; criterionId: string; instruction?: string; diff?: string }
  | { type: 'fix_failed'; criterionId: string; message: string }
  /** `changed`: the choice altered the subject, which counts as a fix. */
  | {
      type: 'choice_made';
      criterionId: string;
      option: number;
      changed: boolean;
      by?: string;
      diff?: string;
      warning?: string;
    }
  | { type: 'choice_skipped'; criterionId: string; reason: string; by?: string }
  | { type: 'cancelled' };

export type LoopEffect =
  /** `only` names the criteria to ask again; null asks for all. */
  | { type: 'review'; n: number; only: readonly string[] | null; problems: readonly string[] }
  | { type: 'fix'; n: number; fix: Fix }
  | { type: 'ask'; n: number; firstNumber: number; batch: readonly Escalation[] }
  | { type: 'pass_ended'; pass: CriticPass }
  | {
      type: 'ended';
      status: 'converged' | 'safety-cap' | 'cancelled';
      totals: CriticTotals;
      /** Criteria the last pass left deferred. */
      deferred: readonly string[];
    };

export type LoopTurn = [LoopState, LoopEffect[]];

/** Did not fit where the loop was. */
export function stray(state: LoopState, { type }: LoopInput): LoopTurn {
  return [warn(state, `${type} came while the loop was ${state.step.at}`), []];
}

export function warn(state: LoopState, ...warnings: string[]): LoopState {
  return warnings.length === 0 ? state : { ...state, warnings: [...state.warnings, ...warnings] };
}

export function totalsOf({ passes, fixes, escalations }: LoopState): CriticTotals {
  return { passes: passes.length, fixes, escalations };
}

/** Criteria that were neither passed nor failed when the loop ended. */
export function deferredIds({ passes }: LoopState): string[] {
  return (passes.at(-1)?.results ?? []).flatMap(({ verdict, criterionId }) =>
    verdict === 'DEFER' ? [criterionId] : [],
  );
}
