/** The critic loop as a protocol: its machine with what is said of every step, and how a run of it ends. */
import { EXIT_OF_STATUS } from '@design-jury/contracts/exit-codes';
import { EMPTY_LOOP, foldLoop, type LoopFold } from '@design-jury/contracts/loop/fold';
import { CriterionSchema, CriticLoopConfigSchema, type LoopEvent } from '@design-jury/contracts/loop/schema';
import type { StopEnding } from '@design-jury/contracts/stop';
import { z } from 'zod';
import type { RunContext } from '../../host/context.ts';
import type { Emit, Ending, Park, Protocol, Turn } from '../../host/protocol.ts';
import { pendingEffects, startLoop, transition } from './loop.ts';
import { type LoopEffect, type LoopInput, type LoopState, totalsOf } from './loop-state.ts';
import { type LoopServices, performLoop } from './perform.ts';

const SubjectSchema = z.object({
  /** Absolute. */
  file: z.string(),
  /** The project's folder. */
  root: z.string(),
  /** As the person named it. */
  shown: z.string(),
});

/** Who reviews, and what; `critic` is its name for people. */
const HeadSchema = z.object({
  subject: SubjectSchema,
  agent: z.string(),
  model: z.string().nullable(),
  critic: z.string(),
});

const LoopRequestSchema = HeadSchema.extend({
  command: z.string(),
  criteria: z.array(CriterionSchema),
  config: CriticLoopConfigSchema,
});
export type LoopRequest = z.infer<typeof LoopRequestSchema>;

export interface LoopRunState extends z.infer<typeof HeadSchema> {
  loop: LoopState;
}

/** What a run of 0.1 saved. */
const SavedSchema = z.looseObject({
  subject: SubjectSchema,
  agent: z.string(),
  loop: z.custom<LoopState>((value) => typeof value === 'object' && value !== null && 'step' in value),
});

/** An effect that is done by somebody; the others are only said. */
export type LoopWork = Extract<LoopEffect, { type: 'review' | 'fix' | 'ask' }>;
export type LoopContext = RunContext<LoopRequest | null, LoopRunState, LoopInput, LoopEvent>;
type LoopTurnOfRun = Turn<LoopRunState, LoopWork, LoopEvent>;
export type LoopProtocol = Protocol<LoopRequest | null, LoopRunState, LoopInput, LoopWork, LoopEvent>;

const ENDINGS: Readonly<Record<'safety-cap' | 'cancelled', Ending>> = {
  'safety-cap': {
    state: 'ended',
    outcome: 'SAFETY CAP',
    exitCode: EXIT_OF_STATUS.loop['safety-cap'],
    cause: null,
  },
  cancelled: { state: 'ended', outcome: 'CANCELLED', exitCode: EXIT_OF_STATUS.loop.cancelled, cause: null },
};

/** Of two criteria one, of four or five two: below half, rounded down, most of what was asked has no answer. */
export function leastAnswered(criteria: number): number {
  return Math.max(1, Math.floor(criteria / 2));
}

/** Converged is the word of the protocol; what was proved on the way decides what the process ends with. */
export function convergedStatus(loop: LoopState): keyof typeof CAUSES {
  const results = loop.passes.at(-1)?.results ?? [];
  const isProved = results.some(({ verdict }) => verdict === 'PASS');
  const skippedBy = (isPerson: boolean): ReadonlySet<string> =>
    new Set(
      loop.skipped
        .filter(({ by }) => (by !== 'unattended') === isPerson)
        .map(({ criterionId }) => criterionId),
    );
  const [putOff, decided] = [skippedBy(false), skippedBy(true)];
  // Who skips a question has seen it and decided: that is an answer, though no proof.
  const answered = results.filter(
    ({ verdict, criterionId }) => verdict === 'PASS' || decided.has(criterionId),
  );
  const isOpen = results.some(
    ({ verdict, criterionId, concerns }) =>
      verdict === 'DEFER' && concerns.length > 0 && putOff.has(criterionId),
  );
  const isDeferred = results.some(({ verdict }) => verdict === 'DEFER');
  if (isOpen) return 'left-open';
  if (!isProved) return 'nothing-proved';
  if (answered.length < leastAnswered(results.length)) return 'mostly-deferred';
  return isDeferred ? 'converged-with-deferrals' : 'converged';
}

function convergedEnding(loop: LoopState): Ending {
  const status = convergedStatus(loop);
  return {
    state: 'ended',
    outcome: 'CONVERGED',
    exitCode: EXIT_OF_STATUS.loop[status],
    cause: CAUSES[status],
  };
}

const CAUSES = {
  converged: null,
  'converged-with-deferrals': null,
  'left-open': 'something is wrong and nobody decided it',
  'nothing-proved': 'no criterion was passed: there was nothing to prove it on',
  'mostly-deferred': 'most criteria were put off: too few were answered to speak of a result',
} as const;

export function loopProtocol(services: LoopServices): LoopProtocol {
  return {
    id: 'loop',
    resumable: true,
    parseRequest: (stored) => (stored === null ? null : LoopRequestSchema.parse(stored)),
    begin({ request }) {
      if (request === null) throw new Error('the loop was started without saying what to review');
      const { command, criteria, config, ...head } = request;
      const [loop, effects] = startLoop(command, criteria, config);
      const started: LoopEvent = {
        type: 'loop.started',
        command,
        critic: head.critic,
        cap: config.cap,
        file: head.subject.shown,
        criteria: criteria.map(({ id, question }) => ({ id, question })),
      };
      return [{ ...head, loop }, [emit(started), ...said(loop, effects, [])]];
    },
    transition: (state, input) => take(state, input),
    pending: ({ loop }) => pendingEffects(loop).filter(isWork),
    perform: performLoop(services),
    stopped,
    ending({ loop }) {
      const { status } = loop;
      if (status === 'running' || status === 'awaiting-input') return null;
      return status === 'converged' ? convergedEnding(loop) : ENDINGS[status];
    },
    restore(saved) {
      const kept = SavedSchema.safeParse(saved);
      if (!kept.success) return null;
      const { subject, agent, loop } = kept.data;
      return { subject, agent, model: null, critic: agent, loop };
    },
    view: { initial: EMPTY_LOOP, fold: (view, event) => foldLoop(view as LoopFold, event as never) },
  };
}

function take(state: LoopRunState, input: LoopInput): LoopTurnOfRun {
  const before = state.loop;
  const [loop, effects] = transition(before, input);
  const warnings = loop.warnings.slice(before.warnings.length);
  return [{ ...state, loop }, [...inputEvents(before, input), ...said(loop, effects, warnings)]];
}

/** What an input itself tells: what was changed, by whom, and what its maker remarked. */
function inputEvents({ step }: LoopState, input: LoopInput): Emit<LoopEvent>[] {
  const n = 'pass' in step ? step.pass.n : 0;
  switch (input.type) {
    case 'pass_answered':
      return (input.warnings ?? []).map((message) => emit({ type: 'loop.warning', message }));
    case 'fix_applied': {
      const { criterionId, instruction = '', diff = '' } = input;
      return step.at === 'fixing'
        ? [emit({ type: 'loop.fix_applied', n, criterionId, instruction, diff })]
        : [];
    }
    case 'fix_failed': {
      const { criterionId, message } = input;
      return step.at === 'fixing' ? [emit({ type: 'loop.fix_failed', n, criterionId, message })] : [];
    }
    case 'choice_made': {
      const { criterionId, option: choice, by = '', diff = '', warning } = input;
      if (step.at !== 'choosing') return [];
      return [
        ...(warning === undefined ? [] : [emit<LoopEvent>({ type: 'loop.warning', message: warning })]),
        emit({ type: 'loop.chosen', n, criterionId, choice, by, diff }),
      ];
    }
    case 'choice_skipped': {
      const { criterionId, by = '' } = input;
      return step.at === 'choosing'
        ? [emit({ type: 'loop.chosen', n, criterionId, choice: 'skip', by, diff: '' })]
        : [];
    }
    case 'pass_failed':
    case 'cancelled':
      return [];
  }
}

function said(
  loop: LoopState,
  effects: readonly LoopEffect[],
  warnings: readonly string[],
): (LoopWork | Emit<LoopEvent>)[] {
  return [
    ...warnings.map((message) => emit<LoopEvent>({ type: 'loop.warning', message })),
    ...effects.flatMap((effect) => stepsOf(loop, effect)),
  ];
}

/** An effect with what is said before it; one that is only said has nothing to do. */
function stepsOf(loop: LoopState, effect: LoopEffect): (LoopWork | Emit<LoopEvent>)[] {
  switch (effect.type) {
    case 'review':
      return effect.only === null ? [emit({ type: 'loop.pass_started', n: effect.n }), effect] : [effect];
    case 'fix':
      return [effect];
    case 'ask': {
      const { n, firstNumber, batch } = effect;
      return [emit({ type: 'loop.escalated', n, firstNumber, escalations: batch }), effect];
    }
    case 'pass_ended':
      return [emit({ type: 'loop.pass_ended', pass: effect.pass, totals: totalsOf(loop) })];
    case 'ended':
      return [
        emit({
          type: 'loop.ended',
          status: effect.status,
          totals: effect.totals,
          ...(effect.deferred.length > 0 && { deferred: effect.deferred }),
        }),
      ];
  }
}

function isWork(effect: LoopEffect): effect is LoopWork {
  return effect.type === 'review' || effect.type === 'fix' || effect.type === 'ask';
}

/** Somebody who stops a loop has ended it; a process that must go puts it aside. */
function stopped(ending: StopEnding): LoopInput | Park {
  if (ending.type === 'interrupted')
    return ending.recoveryReason === null
      ? { type: 'cancelled' }
      : { park: 'paused', reason: ending.recoveryReason };
  return { park: 'paused', reason: ending.message };
}

function emit<Event extends LoopEvent>(event: Event): Emit<Event> {
  return { type: 'emit', event };
}
