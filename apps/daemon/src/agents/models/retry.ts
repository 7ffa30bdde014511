/**
 * When a model is asked again: bounded, and as the provider wishes. After a word of its answer was shown only once, and
 * what was shown is withdrawn: whoever has judged it holds the new text to the old words.
 */
import type { ModelFailure } from './failure.ts';

export interface RetryPolicy {
  /** The first one included. */
  maxAttempts: number;
  firstWaitMs: number;
  /** A longer wish is not waited for: the user is told instead. */
  longestWaitMs: number;
  /** Requests of one session beyond one for each turn. */
  maxExtra: number;
}

export const RETRY_POLICY: RetryPolicy = {
  maxAttempts: 3,
  firstWaitMs: 1_000,
  longestWaitMs: 60_000,
  maxExtra: 8,
};

/** Attempts of a turn that were cut off after a word was shown: the second one is the last. */
const MAX_SHOWN = 2;

/** What was tried so far: `attempt` of this turn, from 1; how many of them had shown a word; extra ones before. */
export interface Tried {
  attempt: number;
  shown: number;
  extra: number;
}

/** Null: this is the end. */
export function waitBeforeRetry(
  failure: ModelFailure,
  { attempt, shown, extra }: Tried,
  policy: RetryPolicy,
): number | null {
  if (!failure.retryable || attempt >= policy.maxAttempts) return null;
  if (shown >= MAX_SHOWN || extra >= policy.maxExtra) return null;
  const wait = failure.retryAfterMs ?? policy.firstWaitMs * 2 ** (attempt - 1);
  return wait > policy.longestWaitMs ? null : wait;
}
