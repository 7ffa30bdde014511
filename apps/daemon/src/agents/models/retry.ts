/** When a model is asked again: bounded, as the provider wishes, and never after a word of its answer was shown. */
import type { ModelFailure } from './failure.ts';

export interface RetryPolicy {
  /** The first one included. */
  maxAttempts: number;
  firstWaitMs: number;
  /** A longer wish is not waited for: the user is told instead. */
  longestWaitMs: number;
}

export const RETRY_POLICY: RetryPolicy = { maxAttempts: 3, firstWaitMs: 1_000, longestWaitMs: 60_000 };

/** Null: this is the end. `attempt` counts from 1. */
export function waitBeforeRetry(failure: ModelFailure, attempt: number, policy: RetryPolicy): number | null {
  if (!failure.retryable || attempt >= policy.maxAttempts) return null;
  const wait = failure.retryAfterMs ?? policy.firstWaitMs * 2 ** (attempt - 1);
  return wait > policy.longestWaitMs ? null : wait;
}
