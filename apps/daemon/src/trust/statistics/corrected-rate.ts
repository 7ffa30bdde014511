/**
 * The share that truly passes, from the share that a judge of known faults lets pass: θ = (p + q0 − 1) / (q0 + q1 − 1). q1 is how
 * often the judge passes what is good, q0 how often it refuses what is not; both are counted themselves, so the interval
 * has all three uncertainties in it. Pure.
 */
import { type Interval, wilson } from './intervals.ts';

/** Hits among how many. */
export interface Counted {
  hits: number;
  of: number;
}

interface CorrectedRate extends Interval {
  rate: number;
}

interface JudgeFaults {
  /** Passed, of what was judged. */
  passed: Counted;
  /** Refused, of what is known to be bad: recall, by defects written without knowing the audits. */
  q0: Counted;
  /** Passed, of what is known to be good: 1 − false alarms. */
  q1: Counted;
}

const Z = 1.959963984540054;

/** Null where the judge is no better than a coin, or nothing was counted: then nothing follows from what it lets pass. */
export function correctedRate({ passed, q0, q1 }: JudgeFaults): CorrectedRate | null {
  if (passed.of === 0 || q0.of === 0 || q1.of === 0) return null;
  const [p, refuses, passes] = [passed, q0, q1].map(({ hits, of }) => hits / of) as [number, number, number];
  const better = refuses + passes - 1;
  if (better <= 0) return null;
  const rate = within((p + refuses - 1) / better);
  // Where a count is at its end its plain variance is 0, and claims to be certain: the middle of Wilson's interval is used there.
  const [vp, v0, v1] = [passed, q0, q1].map(variance) as [number, number, number];
  const error = Math.sqrt(vp + (1 - rate) ** 2 * v0 + rate ** 2 * v1) / better;
  return { rate, low: within(rate - Z * error), high: within(rate + Z * error) };
}

function variance({ hits, of }: Counted): number {
  const { low, high } = wilson(hits, of);
  return ((high - low) / (2 * Z)) ** 2;
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}
