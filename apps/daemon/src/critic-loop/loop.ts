/**
 * The critic loop as a pure machine: what happened goes in, what to do next comes out.
 *
 *   reviewing ──answer──► fixing ──all tried──► choosing ──all answered──► reviewing (next pass) | done
 *       ▲  └─invalid: asked once more─┘
 *
 * A pass is judged when its fixes were tried and its questions answered; only `judgePass` ends the loop.
 */
import type {
  Criterion,
  CriterionResult,
  CriticLoopConfig,
  CriticPass,
  CriticTotals,
  Escalation,
  LoopStatus,
  PassAnswer,
} from '@design-jury/contracts/critic-loop';
import { identifyConcerns, type KnownConcern } from './concerns.ts';
import type { CountedFigure } from './figures.ts';
import { judgePass } from './judgement.ts';
import { escalateStuck, type FailTrail } from './stuck.ts';
import { ADVERSARIAL, isRealistic, type ValidatedPass, validatePass } from './validation.ts';
import { sayTheSame, wordsOf } from './words.ts';

export interface Deferred {
  criterionId: string;
  reason: string;
}

/** Something to change in the subject: a criterion's FAIL, or a scenario that could happen. */
export interface Fix {
  criterionId: string;
  instruction: string;
}

/** A question a person skipped in this loop; the same question again is not asked twice. */
interface SkippedQuestion {
  criterionId: string;
  question: string;
  reason: string;
}

interface OpenPass {
  n: number;
  results: CriterionResult[];
  adversarial: ValidatedPass['adversarial'];
  invalid: ValidatedPass['invalid'];
  newConcerns: string[];
  fixesApplied: number;
}

type Step =
  | { at: 'reviewing'; n: number; failures: number; reasked: number; partial: PassAnswer | null }
  | { at: 'fixing'; pass: OpenPass; waiting: readonly Fix[] }
  | { at: 'choosing'; pass: OpenPass; waiting: readonly Escalation[]; asked: number }
  | { at: 'done' };

export interface LoopState {
  command: string;
  criteria: readonly Criterion[];
  config: CriticLoopConfig;
  step: Step;
  passes: readonly CriticPass[];
  fixes: number;
  escalations: number;
  deferred: readonly Deferred[];
  known: readonly KnownConcern[];
  trail: FailTrail;
  skipped: readonly SkippedQuestion[];
  status: LoopStatus;
  warnings: readonly string[];
}

export type LoopInput =
  | { type: 'pass_answered'; answer: PassAnswer; counted: readonly CountedFigure[] }
  | { type: 'pass_failed'; message: string }
  | { type: 'fix_applied'; criterionId: string }
  | { type: 'fix_failed'; criterionId: string; message: string }
  /** `changed`: the choice altered the subject, which counts as a fix. */
  | { type: 'choice_made'; criterionId: string; option: number; changed: boolean }
  | { type: 'choice_skipped'; criterionId: string; reason: string }
  | { type: 'cancelled' };

export type LoopEffect =
  /** `only` names the criteria to ask again; null asks for all. */
  | { type: 'review'; n: number; only: readonly string[] | null; problems: readonly string[] }
  | { type: 'fix'; n: number; fix: Fix }
  | { type: 'ask'; n: number; firstNumber: number; batch: readonly Escalation[] }
  | { type: 'pass_ended'; pass: CriticPass }
  | { type: 'ended'; status: 'converged' | 'safety-cap' | 'cancelled'; totals: CriticTotals };

export type LoopTurn = [LoopState, LoopEffect[]];

export class LoopConfigError extends Error {
  override name = 'LoopConfigError';
}

const CALLS_PER_PASS = 2;

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
  return review(state, 1);
}

/** Pure. An input that does not fit the step changes nothing but a warning. */
export function transition(state: LoopState, input: LoopInput): LoopTurn {
  if (state.step.at === 'done') return [state, []];
  if (input.type === 'cancelled') return end(state, 'cancelled');
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

function stray(state: LoopState, { type }: LoopInput): LoopTurn {
  return [warn(state, `${type} came while the loop was ${state.step.at}`), []];
}

function warn(state: LoopState, ...warnings: string[]): LoopState {
  return warnings.length === 0 ? state : { ...state, warnings: [...state.warnings, ...warnings] };
}

function review(state: LoopState, n: number): LoopTurn {
  const step: Step = { at: 'reviewing', n, failures: 0, reasked: 0, partial: null };
  return [{ ...state, step, status: 'running' }, [{ type: 'review', n, only: null, problems: [] }]];
}

type Reviewing = Extract<Step, { at: 'reviewing' }>;

function passFailed(state: LoopState, step: Reviewing, message: string): LoopTurn {
  const failures = step.failures + 1;
  if (failures < CALLS_PER_PASS) {
    const next = warn({ ...state, step: { ...step, failures } }, `pass ${step.n}: ${message}; asked again`);
    const only = step.partial === null ? null : invalidIds(state, step.partial);
    return [next, [{ type: 'review', n: step.n, only, problems: [] }]];
  }
  const failed = warn(state, `pass ${step.n} is invalid: ${message}`);
  return settle(failed, step.n, step.partial ?? { results: [], adversarial: [] }, []);
}

function invalidIds(state: LoopState, answer: PassAnswer): string[] {
  return validatePass(answer, rulesOf(state, [])).invalid.map(({ criterionId }) => criterionId);
}

function rulesOf({ criteria, config }: LoopState, counted: readonly CountedFigure[]) {
  const { adversarialPerspectives: perspectives, requireToolEvidence } = config;
  return { criteria, perspectives, requireToolEvidence, counted };
}

function passAnswered(
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
  return tryFixes(next, pass, fixesOf(pass));
}

/** A person who skipped a question in this loop has answered it. */
function deferSkipped(
  results: readonly CriterionResult[],
  skipped: readonly SkippedQuestion[],
): CriterionResult[] {
  return results.map((result): CriterionResult => {
    const { escalation, criterionId } = result;
    if (result.verdict !== 'ESCALATE' || escalation === undefined) return result;
    const words = wordsOf(escalation.question);
    const before = skipped.find(
      (other) => other.criterionId === criterionId && sayTheSame(wordsOf(other.question), words),
    );
    return before === undefined ? result : { ...result, verdict: 'DEFER', reason: before.reason };
  });
}

/** Invalid answers bring no fix of their own: nothing is changed on the word of an answer that broke the rules. */
function fixesOf({ results, adversarial, invalid }: OpenPass): Fix[] {
  const broken = new Set(invalid.map(({ criterionId }) => criterionId));
  const failing = results.filter(
    ({ verdict, criterionId }) => verdict === 'FAIL' && !broken.has(criterionId),
  );
  return [
    ...failing.map(({ criterionId, fix = '' }) => ({ criterionId, instruction: fix })),
    ...adversarial.filter(isRealistic).map(({ scenario, realistic, rationale }) => ({
      criterionId: ADVERSARIAL,
      instruction:
        realistic === true && rationale.trim() !== '' ? rationale : `Make this impossible: ${scenario}`,
    })),
  ];
}

function tryFixes(state: LoopState, pass: OpenPass, waiting: readonly Fix[]): LoopTurn {
  const [fix] = waiting;
  if (fix === undefined) return askNext(state, pass, escalationsOf(pass));
  return [{ ...state, step: { at: 'fixing', pass, waiting } }, [{ type: 'fix', n: pass.n, fix }]];
}

function fixTried(
  state: LoopState,
  { pass, waiting }: Extract<Step, { at: 'fixing' }>,
  input: Extract<LoopInput, { type: 'fix_applied' | 'fix_failed' }>,
): LoopTurn {
  const [fix, ...rest] = waiting;
  if (fix?.criterionId !== input.criterionId) return stray(state, input);
  if (input.type === 'fix_applied')
    return tryFixes(
      { ...state, fixes: state.fixes + 1 },
      { ...pass, fixesApplied: pass.fixesApplied + 1 },
      rest,
    );
  const message = `pass ${pass.n}: ${fix.criterionId} stays open: ${input.message}`;
  return tryFixes(warn(state, message), pass, rest);
}

function escalationsOf({ results, invalid }: OpenPass): Escalation[] {
  const broken = new Set(invalid.map(({ criterionId }) => criterionId));
  return results.flatMap(({ verdict, escalation, criterionId }) =>
    verdict === 'ESCALATE' && escalation !== undefined && !broken.has(criterionId) ? [escalation] : [],
  );
}

function askNext(state: LoopState, pass: OpenPass, waiting: readonly Escalation[]): LoopTurn {
  if (waiting.length === 0) return close(state, pass);
  const batch = waiting.slice(0, state.config.escalationBatch);
  const step: Step = { at: 'choosing', pass, waiting, asked: batch.length };
  const effect: LoopEffect = { type: 'ask', n: pass.n, firstNumber: state.escalations + 1, batch };
  const next: LoopState = {
    ...state,
    step,
    status: 'awaiting-input',
    escalations: state.escalations + batch.length,
  };
  return [next, [effect]];
}

function chosen(
  state: LoopState,
  { pass, waiting, asked }: Extract<Step, { at: 'choosing' }>,
  input: Extract<LoopInput, { type: 'choice_made' | 'choice_skipped' }>,
): LoopTurn {
  const index = waiting.slice(0, asked).findIndex(({ criterionId }) => criterionId === input.criterionId);
  const question = waiting[index];
  if (question === undefined) return stray(state, input);
  const left = waiting.toSpliced(index, 1);
  const [after, changed] = answered(state, pass, question, input);
  if (asked > 1)
    return [{ ...after, step: { at: 'choosing', pass: changed, waiting: left, asked: asked - 1 } }, []];
  return askNext(after, changed, left);
}

function answered(
  state: LoopState,
  pass: OpenPass,
  { criterionId, question }: Escalation,
  input: Extract<LoopInput, { type: 'choice_made' | 'choice_skipped' }>,
): [LoopState, OpenPass] {
  if (input.type === 'choice_made') {
    if (!input.changed) return [state, pass];
    return [
      { ...state, fixes: state.fixes + 1 },
      { ...pass, fixesApplied: pass.fixesApplied + 1 },
    ];
  }
  const { reason } = input;
  return [
    {
      ...state,
      deferred: [...state.deferred, { criterionId, reason }],
      skipped: [...state.skipped, { criterionId, question, reason }],
    },
    pass,
  ];
}

function close(state: LoopState, open: OpenPass): LoopTurn {
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
    const [next, effects] = review(closed, open.n + 1);
    return [next, [ended, ...effects]];
  }
  const unverified =
    status === 'safety-cap' && open.fixesApplied > 0
      ? [
          `${open.fixesApplied} fixes of pass ${open.n} were kept and not verified: the cap of ${cap} was reached`,
        ]
      : [];
  const [next, effects] = end(warn(closed, ...unverified), status);
  return [next, [ended, ...effects]];
}

function newlyDeferred({ results }: OpenPass, before: readonly Deferred[]): Deferred[] {
  return results.flatMap(({ verdict, criterionId, reason }) => {
    if (verdict !== 'DEFER' || reason === undefined) return [];
    return before.some((other) => other.criterionId === criterionId) ? [] : [{ criterionId, reason }];
  });
}

function end(state: LoopState, status: 'converged' | 'safety-cap' | 'cancelled'): LoopTurn {
  return [{ ...state, step: { at: 'done' }, status }, [{ type: 'ended', status, totals: totalsOf(state) }]];
}

export function totalsOf({ passes, fixes, escalations }: LoopState): CriticTotals {
  return { passes: passes.length, fixes, escalations };
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
