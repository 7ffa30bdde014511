/** Settings of the content pipeline: what a run may use, how long it is kept, how often somebody is asked again. */
import { z } from 'zod';

const tokens = z.int('takes a whole number of tokens').min(64).max(131_072);
const seconds = z.int('takes a whole number of seconds');

/** Without defaults, so that a part of it stays a part. */
export const ContentSettingsSchema = z.strictObject({
  /** Critics asked at once, in one run. */
  criticConcurrency: z.int('takes a whole number').min(1).max(16),
  /** Runs under way at once by one daemon; the others wait in order. */
  runConcurrency: z.int('takes a whole number').min(1).max(64),
  /** Tokens of one answer, where the agent can be held to it. */
  criticMaxTokens: tokens,
  selectionMaxTokens: tokens,
  authorMaxTokens: tokens,
  brandMaxTokens: tokens,
  /** Of one process; then the run pauses and any other goes on. */
  timeBudgetMs: z.int('takes a whole number of milliseconds').min(1_000).max(86_400_000),
  /** Of drafts, rounds, state and progress. Approved content is kept for ever. */
  stateTtlSeconds: seconds.min(60).max(2_592_000),
  /** Of the lock on an idea, renewed for as long as a run works on it. */
  lockTtlSeconds: seconds.min(10).max(86_400),
  /** How often one is asked again whose answer cannot be used. */
  selectionRetries: z.int('takes a whole number').min(0).max(5),
  criticRetries: z.int('takes a whole number').min(0).max(5),
  /** The mean a text should have by round 2. It is reported and decides nothing. */
  qualityTarget: z.number('takes a number').min(1).max(10),
  /** Which draft is saved when the rounds are used up. */
  exhaustionDraft: z.enum(['latest', 'best']),
  /** When the agent's brand cannot be used: the deployment fails, or the offline brand takes its place and is named. */
  brandFallback: z.enum(['fail', 'offline']),
});
export type ContentSettings = z.infer<typeof ContentSettingsSchema>;

export const DEFAULT_CONTENT_SETTINGS: ContentSettings = {
  criticConcurrency: 2,
  runConcurrency: 4,
  criticMaxTokens: 1_024,
  selectionMaxTokens: 256,
  authorMaxTokens: 4_096,
  brandMaxTokens: 1_024,
  timeBudgetMs: 270_000,
  stateTtlSeconds: 7_200,
  lockTtlSeconds: 600,
  selectionRetries: 1,
  criticRetries: 1,
  qualityTarget: 7,
  exhaustionDraft: 'latest',
  brandFallback: 'fail',
};
