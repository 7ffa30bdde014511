/** What the critic said, or failed to say, becomes a pass: asked again where it broke the rules, then settled. */
import type { CriterionResult, PassAnswer } from '@design-jury/contracts/loop/schema';
import { identifyConcerns } from './concerns.ts';
import type { CountedFigure } from './figures.ts';
import { remedy } from './loop-remedies.ts';
import {
  type LoopEffect,
  type LoopInput,
  type LoopState,
  type LoopTurn,
  type OpenPass,
  type SkippedQuestion,
  type Step,
  warn,
} from './loop-state.ts';
import { escalateStuck } from './stuck.ts';
import { validatePass } from './validation.ts';
import { sayTheSame, wordsOf } from './words.ts';

const CALLS_PER_PASS = 2;

type Reviewing = Extract<Step, { at: 'reviewing' }>;

export function passFailed(state: LoopState, step: Reviewing, message: string): LoopTurn {
  const failures = step.failures + 1;
  if (failures < CALLS_PER_PASS) {
    const next = warn({ ...state, step: { ...step, failures } }, `pass ${step.n}: ${message}; asked again`);
    const only = step.partial === null ? null : invalidIds(state, step.partial);
    return [next, [{ type: 'review', n: step.n, only, problems: [] }]];
  }
  const failed = warn(state, `pass ${step.n} is invalid: ${message}`);
  return settle(failed, step.n, step.partial ?? { results: [], adversarial: [] }, []);
}

/** What has to be asked again. */
export function invalidIds(state: LoopState, answer: PassAnswer): string[] {
  return validatePass(answer, rulesOf(state, [])).invalid.map(({ criterionId }) => criterionId);
}

function rulesOf({ criteria, config }: LoopState, counted: readonly CountedFigure[]) {
  const { adversarialPerspectives: perspectives, requireToolEvidence } = config;
  return { criteria, perspectives, requireToolEvidence, counted };
}

export function passAnswered(
  state: LoopState,
  step: Reviewing,
  { answer, counted }: Extract<LoopInput, { type: 'pass_answered' }>,
): LoopTurn {
  const whole = step.partial === null ? answer : patched(step.partial, answer);
  const { invalid } = validatePass(whole, rulesOf(state, counted));
  if (invalid.length === 0 || step.reasked >= state.config.reaskInvalid)
    return settle(state, step.n, whole, counted);
  const effect: LoopEffect = {
    type: 'review',
    n: step.n,
    only: invalid.map(({ criterionId }) => criterionId),
    problems: invalid.map(({ criterionId, problem }) => `${criterionId}: ${problem}`),
  };
  return [{ ...state, step: { ...step, failures: 0, reasked: step.reasked + 1, partial: whole } }, [effect]];
}

/** The second answer replaces what it repeats and leaves the rest. */
function patched(first: PassAnswer, second: PassAnswer): PassAnswer {
  const again = new Set(second.results.map(({ criterionId }) => criterionId));
  return {
    results: [...first.results.filter(({ criterionId }) => !again.has(criterionId)), ...second.results],
    adversarial: second.adversarial.length > 0 ? second.adversarial : first.adversarial,
  };
}

function settle(
  state: LoopState,
  n: number,
  answer: PassAnswer,
  counted: readonly CountedFigure[],
): LoopTurn {
  const checked = validatePass(answer, rulesOf(state, counted));
  const { results: worded, known, fresh } = identifyConcerns(checked.results, state.known);
  const invalidNow = new Set(checked.invalid.map(({ criterionId }) => criterionId));
  const { results, trail } = escalateStuck(deferSkipped(worded, state.skipped), state.trail, invalidNow);
  const pass: OpenPass = {
    n,
    results,
    adversarial: checked.adversarial,
    invalid: checked.invalid,
    newConcerns: fresh,
    fixesApplied: 0,
  };
  const next = warn(
    { ...state, known, trail },
    ...checked.warnings,
    ...checked.invalid.map(({ criterionId, problem }) => `pass ${n}: ${criterionId}: ${problem}`),
  );
  return remedy(next, pass);
}

/** A person who skipped a question in this loop has answered it, in whatever verdict it comes back. */
function deferSkipped(
  results: readonly CriterionResult[],
  skipped: readonly SkippedQuestion[],
): CriterionResult[] {
  return results.map((result): CriterionResult => {
    const before = skipped.find(
      (other) => other.criterionId === result.criterionId && isAbout(other, result),
    );
    if (before === undefined) return result;
    const { fix: _unwanted, ...rest } = result;
    return { ...rest, verdict: 'DEFER', reason: before.reason };
  });
}

function isAbout(
  { question, concerns = [] }: SkippedQuestion,
  { verdict, escalation, concerns: found }: CriterionResult,
): boolean {
  switch (verdict) {
    case 'ESCALATE':
      return escalation !== undefined && sayTheSame(wordsOf(question), wordsOf(escalation.question));
    case 'FAIL':
      // Anything that was not there when it was skipped is not skipped.
      return found.length > 0 && found.every(({ key }) => concerns.includes(key));
    case 'PASS':
    case 'DEFER':
      return false;
  }
}
