/** How a pass and the loop end: judged, closed, and either the next pass or the last word. */
import type { CriticPass } from '@design-jury/contracts/loop/schema';
import { judgePass } from './judgement.ts';
import {
  type Deferred,
  deferredIds,
  type LoopEffect,
  type LoopState,
  type LoopTurn,
  type OpenPass,
  type Step,
  totalsOf,
  warn,
} from './loop-state.ts';

export function beginPass(state: LoopState, n: number): LoopTurn {
  const step: Step = { at: 'reviewing', n, failures: 0, reasked: 0, partial: null };
  return [{ ...state, step, status: 'running' }, [{ type: 'review', n, only: null, problems: [] }]];
}

export function closePass(state: LoopState, open: OpenPass): LoopTurn {
  const { cap } = state.config;
  const escalated = open.results.some(({ verdict }) => verdict === 'ESCALATE');
  const { outcome, status } = judgePass(open, { cap, escalated });
  const pass: CriticPass = { ...open, outcome };
  const closed: LoopState = {
    ...state,
    passes: [...state.passes, pass],
    deferred: [...state.deferred, ...newlyDeferred(open, state.deferred)],
  };
  const ended: LoopEffect = { type: 'pass_ended', pass };
  if (status === 'continue') {
    const [next, effects] = beginPass(closed, open.n + 1);
    return [next, [ended, ...effects]];
  }
  const unverified =
    status === 'safety-cap' && open.fixesApplied > 0
      ? [
          `${open.fixesApplied} fixes of pass ${open.n} were kept and not verified: the cap of ${cap} was reached`,
        ]
      : [];
  const [next, effects] = endLoop(warn(closed, ...unverified), status);
  return [next, [ended, ...effects]];
}

function newlyDeferred({ results }: OpenPass, before: readonly Deferred[]): Deferred[] {
  return results.flatMap(({ verdict, criterionId, reason }) => {
    if (verdict !== 'DEFER' || reason === undefined) return [];
    return before.some((other) => other.criterionId === criterionId) ? [] : [{ criterionId, reason }];
  });
}

export function endLoop(state: LoopState, status: 'converged' | 'safety-cap' | 'cancelled'): LoopTurn {
  const ended: LoopEffect = { type: 'ended', status, totals: totalsOf(state), deferred: deferredIds(state) };
  return [{ ...state, step: { at: 'done' }, status }, [ended]];
}
