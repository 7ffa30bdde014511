/** Convergence as a protocol: a phase of a task that any process can go on with, at the answer that was heard last. */
import {
  type ConvergenceFold,
  EMPTY_CONVERGENCE,
  foldConvergence,
} from '@design-jury/contracts/convergence/fold';
import { ClarificationItemSchema, type ConvergenceEvent } from '@design-jury/contracts/convergence/schema';
import { z } from 'zod';
import type { RunContext } from '../../host/context.ts';
import type { Protocol } from '../../host/protocol.ts';
import type { ConvergenceServices } from './crew.ts';
import { begin, transition } from './machine.ts';
import { effectsOf } from './missing.ts';
import { performConvergence } from './perform.ts';
import { PhaseRequestSchema, type StoredRequest } from './request.ts';
import {
  type ConvergenceEffect,
  type ConvergenceInput,
  type ConvergenceState,
  FIRST_STATE,
} from './state.ts';

export type ConvergenceContext = RunContext<
  StoredRequest,
  ConvergenceState,
  ConvergenceInput,
  ConvergenceEvent
>;
export type ConvergenceProtocol = Protocol<
  StoredRequest,
  ConvergenceState,
  ConvergenceInput,
  ConvergenceEffect,
  ConvergenceEvent
>;

/** Why a run was put aside by whoever sits at the terminal. */
export const INTERRUPTED = 'interrupted';

export function convergenceProtocol(services: ConvergenceServices): ConvergenceProtocol {
  return {
    id: 'convergence',
    resumable: true,
    parseRequest: (stored) => (stored === null ? null : PhaseRequestSchema.parse(stored)),
    begin,
    transition,
    pending: (state, { request }) => effectsOf(state, request),
    perform: performConvergence(services),
    // What was answered is kept: a stop puts the run aside, and only a fault of ours ends it.
    stopped: (ending) =>
      ending.type === 'interrupted'
        ? { park: 'paused', reason: ending.recoveryReason ?? INTERRUPTED }
        : {
            type: 'failed',
            cause: ending.type === 'unreadable' ? ending.reason : ending.cause,
            message: ending.message,
          },
    ending: ({ over }) => (over === null ? null : { state: 'ended', ...over }),
    restore,
    view: {
      initial: EMPTY_CONVERGENCE,
      fold: (view, event) => foldConvergence(view as ConvergenceFold, event as unknown as ConvergenceEvent),
    },
  };
}

const ParkedSchema = z.object({
  outcome: z.string(),
  exitCode: z.int(),
  result: z.object({ clarifications: z.array(ClarificationItemSchema) }),
});

/** 0.1 saved a state only where nothing but questions was left. */
function restore(saved: unknown): ConvergenceState | null {
  const parked = ParkedSchema.safeParse(saved);
  if (!parked.success) return null;
  const { outcome, exitCode, result } = parked.data;
  return {
    ...FIRST_STATE,
    step: 'questions',
    clarifications: result.clarifications,
    parked: { outcome, exitCode, cause: null, message: null },
  };
}
