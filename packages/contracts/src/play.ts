/**
 * A play is a run of the content pipeline, of convergence or of the critic loop, as the docket keeps it: its events,
 * the state it can be resumed from, and the questions it asks a person.
 */
import { z } from 'zod';

export const PLAY_PROTOCOLS = ['content', 'convergence', 'critic-loop'] as const;
export type PlayProtocol = (typeof PLAY_PROTOCOLS)[number];
/** Everybody who asks a person: plays, and runs of the Theater that ended without a verdict. */
const ASKING_PROTOCOLS = ['theater', ...PLAY_PROTOCOLS] as const;
/** Where nobody can answer: wait for it, or go on without. */
export const UNATTENDED_POLICIES = ['pause', 'defer'] as const;
export type UnattendedPolicy = (typeof UNATTENDED_POLICIES)[number];

/** `waiting` for a person, `paused` by a budget or a restart: both can be resumed by any process. */
export const PLAY_STATUSES = ['running', 'waiting', 'paused', 'ended'] as const;

export const PlayRecordSchema = z.object({
  id: z.string(),
  protocol: z.enum(PLAY_PROTOCOLS),
  /** What it is about, in its own words: an idea, a task key, a file. */
  subject: z.string(),
  title: z.string(),
  status: z.enum(PLAY_STATUSES),
  /** The protocol's own terminal word; null while it is not over. */
  outcome: z.string().nullable(),
  /** What the command line ends with; null while it is not over. */
  exitCode: z.int().nullable(),
  config: z.record(z.string(), z.unknown()),
  /** Everything a resumed play needs; the protocol's schema reads it. */
  state: z.unknown(),
  eventCount: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type PlayRecord = z.infer<typeof PlayRecordSchema>;

/** What happened, in order. `type` begins with the protocol's word: `loop.pass_ended`. */
export const PlayEventSchema = z.looseObject({ type: z.string(), seq: z.int(), at: z.iso.datetime() });
export type PlayEvent = z.infer<typeof PlayEventSchema>;

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

/** A run that asks whether it should be tried again. */
const AskingRunSchema = z.object({
  projectId: z.string(),
  runId: z.string(),
  /** Who plays the retry, option by option; null is whoever played before. */
  agents: z.array(z.string().nullable()),
});

export const OperatorQuestionSchema = z.object({
  id: z.string(),
  /** The play that asks; null where a run does. */
  playId: z.string().nullable(),
  /** The run that asks; null where a play does. */
  run: AskingRunSchema.nullable(),
  protocol: z.enum(ASKING_PROTOCOLS),
  /** The same question of another play has the same key: its answer is a precedent. */
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
