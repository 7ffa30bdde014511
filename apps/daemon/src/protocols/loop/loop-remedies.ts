/** What a pass leads to before it is judged: fixes first, one by one, then its questions, in batches. */
import type { Escalation } from '@design-jury/contracts/loop/schema';
import { closePass } from './loop-end.ts';
import {
  type Fix,
  type LoopEffect,
  type LoopInput,
  type LoopState,
  type LoopTurn,
  type OpenPass,
  type Step,
  stray,
  warn,
} from './loop-state.ts';
import { fixMade } from './stuck.ts';
import { ADVERSARIAL, isRealistic } from './validation.ts';

export function remedy(state: LoopState, pass: OpenPass): LoopTurn {
  return tryFixes(state, pass, fixesOf(pass));
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

export function fixTried(
  state: LoopState,
  { pass, waiting }: Extract<Step, { at: 'fixing' }>,
  input: Extract<LoopInput, { type: 'fix_applied' | 'fix_failed' }>,
): LoopTurn {
  const [fix, ...rest] = waiting;
  if (fix?.criterionId !== input.criterionId) return stray(state, input);
  if (input.type === 'fix_applied')
    return tryFixes(
      { ...state, fixes: state.fixes + 1, trail: fixMade(state.trail, fix.criterionId) },
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
  if (waiting.length === 0) return closePass(state, pass);
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

export function chosen(
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
  const found = pass.results.find((result) => result.criterionId === criterionId)?.concerns ?? [];
  const concerns = found.map(({ key }) => key);
  return [
    {
      ...state,
      deferred: [...state.deferred, { criterionId, reason }],
      skipped: [
        ...state.skipped,
        { criterionId, question, reason, concerns, ...(input.by !== undefined && { by: input.by }) },
      ],
    },
    pass,
  ];
}
