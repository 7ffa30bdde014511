/** What a run asks a person, whatever its protocol, and the answer that stands. */
import { z } from 'zod';

/** Where nobody can answer: wait for it, or go on without. */
export const UNATTENDED_POLICIES = ['pause', 'defer'] as const;
export type UnattendedPolicy = (typeof UNATTENDED_POLICIES)[number];

export const QuestionOptionSchema = z.object({
  label: z.string().min(1).max(200),
  description: z.string().max(1_000),
  pro: z.string().max(500),
  con: z.string().max(500),
});

/** One option by its number, counted from 1, or Skip. */
export const AnswerSchema = z.strictObject({
  choice: z.union([z.int().min(1).max(20), z.literal('skip')]),
  note: z.string().max(4_000).default(''),
});
export type Answer = z.infer<typeof AnswerSchema>;

/** A run that proved nothing asks whether it should be tried again. */
const RetrySchema = z.object({
  projectId: z.string(),
  runId: z.string(),
  /** Who takes the retry, option by option; null is whoever had the run before. */
  agents: z.array(z.string().nullable()),
});

export const OperatorQuestionSchema = z.object({
  id: z.string(),
  /** The run that asks. */
  runId: z.string(),
  /** Set where the question is whether to try again; null where the run goes on with the answer. */
  retry: RetrySchema.nullable(),
  protocol: z.string(),
  /** The same question of another run has the same key: its answer is a precedent. */
  key: z.string().max(300),
  question: z.string().min(1).max(1_000),
  issue: z.string().max(2_000),
  why: z.string().max(1_000),
  /** Skip is always there and not among them. */
  options: z.array(QuestionOptionSchema).min(1).max(8),
  status: z.enum(['open', 'answered', 'withdrawn']),
  answer: AnswerSchema.nullable(),
  /** Who answered: `terminal`, `web`, `rerun`, `deadline`, `unattended`. */
  answeredBy: z.string().nullable(),
  askedAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  /** After it the question is skipped by itself; null waits for ever. */
  deadlineAt: z.iso.datetime().nullable(),
});
export type OperatorQuestion = z.infer<typeof OperatorQuestionSchema>;

/** What every protocol tells of its questions. */
export type QuestionEvent =
  | { type: 'question.asked'; id: string; question: string }
  | { type: 'question.answered'; id: string; by: string; choice: Answer['choice'] };

/** How the same question was answered before. Shown, never applied by itself. */
export const PrecedentSchema = z.object({
  questionId: z.string(),
  label: z.string(),
  note: z.string(),
  answeredAt: z.iso.datetime(),
});
export type Precedent = z.infer<typeof PrecedentSchema>;

/** At most this many are put to a person at once. */
export const QUESTION_BATCH = 3;

export const AnswerRequestSchema = z.strictObject({ ...AnswerSchema.shape });
export const QuestionListSchema = z.object({
  questions: z.array(OperatorQuestionSchema.extend({ precedents: z.array(PrecedentSchema) })),
});
export type QuestionList = z.infer<typeof QuestionListSchema>;
export type AskedQuestion = QuestionList['questions'][number];
