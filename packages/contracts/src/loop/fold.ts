/** One fold for a critic loop: live, late, resumed by another process, and replayed. No clock, no zod. */

import type { QuestionEvent } from '../questions.ts';
import type {
  AdversarialResult,
  CriterionResult,
  CriticTotals,
  Escalation,
  LoopEvent,
  PassOutcome,
} from './schema.ts';

export interface LoopChange {
  n: number;
  criterionId: string;
  kind: 'fixed' | 'failed' | 'chosen';
  /** The instruction, why it failed, or who chose. */
  words: string;
  /** Of a choice only. */
  choice: number | 'skip' | null;
  diff: string;
}

export interface LoopPassView {
  n: number;
  /** Null while the pass runs. */
  outcome: PassOutcome | null;
  results: Readonly<Record<string, CriterionResult>>;
  invalid: Readonly<Record<string, string>>;
  adversarial: readonly AdversarialResult[];
  newConcerns: readonly string[];
  escalations: readonly Escalation[];
  changes: readonly LoopChange[];
}

export interface LoopFold {
  command: string;
  critic: string;
  cap: number;
  file: string;
  criteria: readonly { id: string; question: string }[];
  passes: readonly LoopPassView[];
  /** Ids of questions that were asked and have no answer yet. */
  open: readonly string[];
  warnings: readonly string[];
  /** `deferred`: criteria the last pass left open; absent in older runs and where there is none. */
  end: {
    status: 'converged' | 'safety-cap' | 'cancelled';
    totals: CriticTotals;
    deferred?: readonly string[];
  } | null;
}

export const EMPTY_LOOP: LoopFold = {
  command: '',
  critic: '',
  cap: 0,
  file: '',
  criteria: [],
  passes: [],
  open: [],
  warnings: [],
  end: null,
};

/** Whoever resumes a run repeats its last step: a pass, an escalation or a question told twice is one. */
export function foldLoop(loop: LoopFold, event: LoopEvent | QuestionEvent): LoopFold {
  switch (event.type) {
    case 'loop.started': {
      const { command, critic, cap, file, criteria } = event;
      return { ...loop, command, critic, cap, file, criteria };
    }
    case 'loop.pass_started':
      return inPass(loop, event.n, (pass) => pass);
    case 'loop.fix_applied':
      return changed(loop, { ...event, kind: 'fixed', words: event.instruction, choice: null });
    case 'loop.fix_failed':
      return changed(loop, { ...event, kind: 'failed', words: event.message, choice: null, diff: '' });
    case 'loop.chosen':
      return changed(loop, { ...event, kind: 'chosen', words: event.by });
    case 'loop.escalated':
      return inPass(loop, event.n, (pass) => ({
        ...pass,
        escalations: [
          ...pass.escalations.filter(
            (known) => !event.escalations.some((fresh) => isSameEscalation(known, fresh)),
          ),
          ...event.escalations,
        ],
      }));
    case 'loop.pass_ended': {
      const { n, outcome, results, invalid, adversarial, newConcerns } = event.pass;
      return inPass(loop, n, (pass) => ({
        ...pass,
        outcome,
        adversarial,
        newConcerns,
        results: Object.fromEntries(results.map((result) => [result.criterionId, result])),
        invalid: Object.fromEntries(invalid.map(({ criterionId, problem }) => [criterionId, problem])),
      }));
    }
    case 'loop.warning':
      return loop.warnings.includes(event.message)
        ? loop
        : { ...loop, warnings: [...loop.warnings, event.message] };
    case 'loop.ended': {
      const { status, totals, deferred } = event;
      return { ...loop, open: [], end: { status, totals, ...(deferred !== undefined && { deferred }) } };
    }
    case 'question.asked':
      return loop.open.includes(event.id) ? loop : { ...loop, open: [...loop.open, event.id] };
    case 'question.answered':
      return { ...loop, open: loop.open.filter((id) => id !== event.id) };
    default:
      // A newer daemon may tell more than this app knows.
      return loop;
  }
}

function isSameEscalation(one: Escalation, other: Escalation): boolean {
  return one.criterionId === other.criterionId && one.question === other.question;
}

function inPass(loop: LoopFold, n: number, change: (pass: LoopPassView) => LoopPassView): LoopFold {
  const known = loop.passes.find((pass) => pass.n === n);
  if (known !== undefined)
    return { ...loop, passes: loop.passes.map((pass) => (pass === known ? change(pass) : pass)) };
  const fresh: LoopPassView = {
    n,
    outcome: null,
    results: {},
    invalid: {},
    adversarial: [],
    newConcerns: [],
    escalations: [],
    changes: [],
  };
  return { ...loop, passes: [...loop.passes, change(fresh)] };
}

function changed(loop: LoopFold, { n, criterionId, kind, words, choice, diff }: LoopChange): LoopFold {
  const change = { n, criterionId, kind, words, choice, diff };
  return inPass(loop, n, (pass) => ({ ...pass, changes: [...pass.changes, change] }));
}

export function totalsText({ passes, fixes, escalations }: CriticTotals): string {
  return `${passes} passes, ${fixes} fixes, ${escalations} escalations`;
}

/** The last line of a loop, byte for byte, in the terminal and on the page. */
export function renderEnd(
  status: 'converged' | 'safety-cap',
  totals: CriticTotals,
  deferred: readonly string[] = [],
): string {
  const left = deferred.length === 0 ? '' : `, ${deferred.length} deferred: ${deferred.join(', ')}`;
  return status === 'converged'
    ? `✓ Critic converged (${totalsText(totals)})${left}`
    : `⚠ Critic safety cap (${totals.passes} passes)${left}. Review recommended.`;
}
