/**
 * The critic loop as a pure machine: what happened goes in, what to do next comes out.
 *
 *   reviewing ──answer──► fixing ──all tried──► choosing ──all answered──► reviewing (next pass) | done
 *       ▲  └─invalid: asked once more─┘
 *
 * A pass is judged when its fixes were tried and its questions answered; only `judgePass` ends the loop.
 */
import type { Criterion, CriticLoopConfig } from '@design-jury/contracts/loop/schema';
import { beginPass, endLoop } from './loop-end.ts';
import { invalidIds, passAnswered, passFailed } from './loop-inputs.ts';
import { chosen, fixTried } from './loop-remedies.ts';
import { type LoopEffect, type LoopInput, type LoopState, type LoopTurn, stray } from './loop-state.ts';

export class LoopConfigError extends Error {
  override name = 'LoopConfigError';
}

export function startLoop(
  command: string,
  criteria: readonly Criterion[],
  config: CriticLoopConfig,
): LoopTurn {
  if (criteria.length === 0) throw new LoopConfigError(`${command}: there are no criteria to answer`);
  if (config.cap < 1)
    throw new LoopConfigError(`${command}: the cap is ${config.cap}; at least 1 pass is needed`);
  const state: LoopState = {
    command,
    criteria,
    config,
    step: { at: 'done' },
    passes: [],
    fixes: 0,
    escalations: 0,
    deferred: [],
    known: [],
    trail: {},
    skipped: [],
    status: 'running',
    warnings: [],
  };
  return beginPass(state, 1);
}

/** Pure. An input that does not fit the step changes nothing but a warning. */
export function transition(state: LoopState, input: LoopInput): LoopTurn {
  if (state.step.at === 'done') return [state, []];
  if (input.type === 'cancelled') return endLoop(state, 'cancelled');
  const { step } = state;
  switch (input.type) {
    case 'pass_answered':
      return step.at === 'reviewing' ? passAnswered(state, step, input) : stray(state, input);
    case 'pass_failed':
      return step.at === 'reviewing' ? passFailed(state, step, input.message) : stray(state, input);
    case 'fix_applied':
    case 'fix_failed':
      return step.at === 'fixing' ? fixTried(state, step, input) : stray(state, input);
    case 'choice_made':
    case 'choice_skipped':
      return step.at === 'choosing' ? chosen(state, step, input) : stray(state, input);
  }
}

/** What a process that takes the loop over has to do first: the same as the one before was about to. */
export function pendingEffects(state: LoopState): LoopEffect[] {
  const { step } = state;
  switch (step.at) {
    case 'reviewing': {
      const only = step.partial === null ? null : invalidIds(state, step.partial);
      return [{ type: 'review', n: step.n, only, problems: [] }];
    }
    case 'fixing':
      return step.waiting.slice(0, 1).map((fix) => ({ type: 'fix', n: step.pass.n, fix }));
    case 'choosing': {
      const batch = step.waiting.slice(0, step.asked);
      return [{ type: 'ask', n: step.pass.n, firstNumber: state.escalations - batch.length + 1, batch }];
    }
    case 'done':
      return [];
  }
}
