/** Whether a finished pass ends the loop. The only place that says converged. */
import type { CriticPass, PassOutcome } from '@design-jury/contracts/loop/schema';
import { isRealistic } from './validation.ts';

type Judged = Omit<CriticPass, 'outcome'>;

export interface PassVerdict {
  /** What the pass's result line says. */
  outcome: PassOutcome;
  status: 'continue' | 'converged' | 'safety-cap';
}

export function judgePass(
  pass: Judged,
  { cap, escalated }: { cap: number; escalated: boolean },
): PassVerdict {
  // An answered question is not clean until the next pass has confirmed it.
  if (escalated) return { outcome: 'ESCALATE', status: pass.n >= cap ? 'safety-cap' : 'continue' };
  // Checked before the cap: a last pass that is clean has converged.
  if (hasConverged(pass)) return { outcome: 'CONVERGED', status: 'converged' };
  if (pass.n >= cap) return { outcome: 'SAFETY CAP', status: 'safety-cap' };
  return { outcome: 'CONTINUE', status: 'continue' };
}

function hasConverged(pass: Judged): boolean {
  if (pass.invalid.length > 0 || pass.results.length === 0) return false;
  if (pass.adversarial.length === 0 || pass.adversarial.some(isRealistic)) return false;
  const isClean = pass.results.every(({ verdict }) => verdict === 'PASS' || verdict === 'DEFER');
  if (!isClean) return false;
  // The fast path: remarks of a first pass are its rationale, so none of them is "new".
  if (pass.n === 1) return pass.fixesApplied === 0 && pass.results.every(({ verdict }) => verdict === 'PASS');
  return pass.newConcerns.length === 0 && pass.fixesApplied === 0;
}
