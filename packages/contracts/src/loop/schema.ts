/** The critic loop: criteria answered pass by pass, with figures, until nothing new is found. */
import { z } from 'zod';
import { UNATTENDED_POLICIES } from '../questions.ts';

export const CRITIC_VERDICTS = ['PASS', 'FAIL', 'ESCALATE', 'DEFER'] as const;
export type CriticVerdict = (typeof CRITIC_VERDICTS)[number];

export const PERSPECTIVES = ['skeptic', 'devils-advocate', 'edge-case'] as const;

export const ESCALATION_TRIGGERS = [
  'multiple-approaches',
  'subjective',
  'scope-boundary',
  'principle-conflict',
  'missing-information',
] as const;

/** How the host counts a figure itself, in the subject's lines or by a command. */
export const FigureSchema = z.discriminatedUnion('how', [
  /** Lines that match `pattern`, of the lines that match `of` (all lines that are not blank without it). */
  z.strictObject({
    how: z.literal('lines'),
    name: z.string().min(1).max(80),
    pattern: z.string().min(1).max(500),
    of: z.string().min(1).max(500).optional(),
  }),
  /** Matches of `pattern` in the whole text, of the matches of `of`. */
  z.strictObject({
    how: z.literal('matches'),
    name: z.string().min(1).max(80),
    pattern: z.string().min(1).max(500),
    of: z.string().min(1).max(500),
  }),
  /** Files named in the subject that exist, of all files named. */
  z.strictObject({ how: z.literal('files'), name: z.string().min(1).max(80) }),
  /** A program and its arguments, run without a shell; "M of N" is read from what it prints. */
  z.strictObject({
    how: z.literal('command'),
    name: z.string().min(1).max(80),
    command: z.array(z.string().min(1).max(4_096)).min(1).max(64),
  }),
]);
export type Figure = z.infer<typeof FigureSchema>;

export const CriterionSchema = z.strictObject({
  id: z.string().regex(/^[A-Z][A-Z0-9_]{0,39}$/, 'upper-case letters, digits and _ only'),
  question: z.string().min(1).max(500),
  figures: z.array(FigureSchema).max(10).default([]),
});
export type Criterion = z.infer<typeof CriterionSchema>;

export const CriteriaSetSchema = z.strictObject({
  command: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'lower-case letters, digits and - only'),
  cap: z.int().min(1).max(50),
  criteria: z.array(CriterionSchema).min(1).max(40),
});
export type CriteriaSet = z.infer<typeof CriteriaSetSchema>;

export const ConcernSchema = z.object({ key: z.string().max(200), text: z.string().min(1).max(2_000) });
export type Concern = z.infer<typeof ConcernSchema>;

export const EscalationOptionSchema = z.object({
  label: z.string().min(1).max(200),
  description: z.string().max(1_000),
  pro: z.string().max(500),
  con: z.string().max(500),
});

export const EscalationSchema = z.object({
  criterionId: z.string(),
  question: z.string().min(1).max(1_000),
  issue: z.string().max(2_000),
  why: z.string().max(1_000),
  trigger: z.enum(ESCALATION_TRIGGERS),
  /** Skip is not among them: it is always added behind the last. */
  options: z.array(EscalationOptionSchema).max(8),
});
export type Escalation = z.infer<typeof EscalationSchema>;

export const CriterionResultSchema = z.object({
  criterionId: z.string(),
  answer: z.string().max(8_000),
  verdict: z.enum(CRITIC_VERDICTS),
  fix: z.string().max(8_000).optional(),
  reason: z.string().max(2_000).optional(),
  escalation: EscalationSchema.optional(),
  concerns: z.array(ConcernSchema).max(50),
  /** What a tool showed in this very pass; without it the answer is the model's opinion. */
  evidence: z.array(z.string().max(2_000)).max(20).optional(),
});
export type CriterionResult = z.infer<typeof CriterionResultSchema>;

export const AdversarialResultSchema = z.object({
  scenario: z.string().min(1).max(4_000),
  /** Null when the critic could not say: the burden is on "unrealistic". */
  realistic: z.boolean().nullable(),
  rationale: z.string().max(4_000),
  perspective: z.enum(PERSPECTIVES).optional(),
});
export type AdversarialResult = z.infer<typeof AdversarialResultSchema>;

/** What a critic answers in one pass, before it is held to the rules. */
export const PassAnswerSchema = z.object({
  results: z.array(CriterionResultSchema).max(80),
  adversarial: z.array(AdversarialResultSchema).max(6),
});
export type PassAnswer = z.infer<typeof PassAnswerSchema>;

export const PASS_OUTCOMES = ['CONVERGED', 'CONTINUE', 'ESCALATE', 'SAFETY CAP'] as const;
export type PassOutcome = (typeof PASS_OUTCOMES)[number];

export const CriticPassSchema = z.object({
  n: z.int().min(1),
  results: z.array(CriterionResultSchema),
  adversarial: z.array(AdversarialResultSchema),
  /** Criteria whose answers broke a rule, with the rule. They are never clean. */
  invalid: z.array(z.object({ criterionId: z.string(), problem: z.string() })),
  newConcerns: z.array(z.string()),
  fixesApplied: z.int().min(0),
  outcome: z.enum(PASS_OUTCOMES),
});
export type CriticPass = z.infer<typeof CriticPassSchema>;

export const LOOP_STATUSES = ['running', 'awaiting-input', 'converged', 'safety-cap', 'cancelled'] as const;
export type LoopStatus = (typeof LOOP_STATUSES)[number];

export const CriticLoopConfigSchema = z.strictObject({
  cap: z.int().min(1).max(50),
  adversarialPerspectives: z.union([z.literal(1), z.literal(3)]).default(1),
  escalationBatch: z.int().min(1).max(3).default(3),
  onUnattended: z.enum(UNATTENDED_POLICIES).default('pause'),
  requireToolEvidence: z.boolean().default(false),
  reaskInvalid: z.int().min(0).max(3).default(1),
});
export type CriticLoopConfig = z.infer<typeof CriticLoopConfigSchema>;

export interface CriticTotals {
  passes: number;
  fixes: number;
  escalations: number;
}

/** What happens in a loop, in order, as its log keeps it. */
export type LoopEvent =
  | {
      type: 'loop.started';
      command: string;
      critic: string;
      cap: number;
      file: string;
      criteria: readonly { id: string; question: string }[];
    }
  | { type: 'loop.pass_started'; n: number }
  | { type: 'loop.fix_applied'; n: number; criterionId: string; instruction: string; diff: string }
  | { type: 'loop.fix_failed'; n: number; criterionId: string; message: string }
  | { type: 'loop.escalated'; n: number; firstNumber: number; escalations: readonly Escalation[] }
  | {
      type: 'loop.chosen';
      n: number;
      criterionId: string;
      choice: number | 'skip';
      by: string;
      diff: string;
    }
  | { type: 'loop.pass_ended'; pass: CriticPass; totals: CriticTotals }
  | { type: 'loop.warning'; message: string }
  | {
      type: 'loop.ended';
      status: 'converged' | 'safety-cap' | 'cancelled';
      totals: CriticTotals;
      /** Criteria the last pass left deferred; absent in older runs and where there is none. */
      deferred?: readonly string[];
    };
