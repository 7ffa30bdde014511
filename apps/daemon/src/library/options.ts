/** Options as a program gives them: a mistake is told before anything runs. */
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import { BROWSER_MODES, IdSchema, WCAG_LEVELS } from '@design-jury/contracts/http';
import { z } from 'zod';
import { Refusal } from './refusal.ts';
import { MAX_TEXT_CHARS } from './subjects.ts';

const text = z.string().trim().min(1);

const Suppression = z.strictObject({
  audit: text,
  selector: text.optional(),
  files: text.optional(),
  reason: z.string('say why, in a few words').trim().min(3, 'say why, in a few words'),
});

const Judge = z.strictObject({
  agent: IdSchema.optional(),
  model: text.max(200).optional(),
  brief: text.max(MAX_TEXT_CHARS).optional(),
  design: z.string().max(MAX_TEXT_CHARS).nullish(),
  browser: z.enum(BROWSER_MODES).optional(),
  level: z.enum(WCAG_LEVELS).optional(),
  strict: z.boolean().optional(),
  threshold: z.number().min(0).max(DEFAULT_CRITIQUE_CONFIG.scoreScale).optional(),
  suppress: z.array(Suppression).max(1000).optional(),
  signal: z.instanceof(AbortSignal).optional(),
});
const Review = Judge.extend({ maxRounds: z.int().min(1).max(20).optional() });

/** The environment of a process is no plain object, and may change while we use it. */
function copied(given: unknown): unknown {
  return typeof given === 'object' && given !== null ? { ...given } : given;
}

const Open = z.strictObject({
  dataDir: text.optional(),
  cwd: text.optional(),
  env: z.preprocess(copied, z.record(z.string(), z.string().optional()).optional()),
  onFault: z.custom<(error: Error) => void>((value) => typeof value === 'function').optional(),
});

export type ReadOptions = z.infer<typeof Review>;
export type ReadOpenOptions = z.infer<typeof Open>;

export const readJudgeOptions = (given: unknown): ReadOptions => read(Judge, given);
export const readReviewOptions = (given: unknown): ReadOptions => read(Review, given);
export const readOpenOptions = (given: unknown): ReadOpenOptions => read(Open, given);

function read<Value>(schema: z.ZodType<Value>, given: unknown): Value {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join('.') || 'options';
  throw new Refusal(`${where}: ${issue?.message ?? 'not valid'}.`);
}
