/** One phase as it is asked for: everything a process needs to perform it, stored beside the run's log. */

import {
  ClarificationItemSchema,
  ConvergenceConfigSchema,
  TASK_PHASES,
} from '@design-jury/contracts/convergence/schema';
import { SAID_LANGUAGES } from '@design-jury/contracts/said/message';
import { z } from 'zod';
import type { Setup } from '../../host/protocol.ts';

export const PhaseRequestSchema = z.object({
  phase: z.enum(TASK_PHASES),
  taskKey: z.string(),
  brief: z.string(),
  /** The project's folder, absolute. */
  project: z.string(),
  /** The plan's text; null where the phase has none. */
  plan: z.string().nullable(),
  /** Who writes the plan where there is none; null: nobody, as in runs of older versions. */
  drafter: z.string().nullable().default(null),
  /** The analysers, in the order of the roster. */
  workers: z.array(z.object({ id: z.string(), name: z.string(), kind: z.enum(['agent', 'grounded']) })),
  resolved: z.object({
    config: ConvergenceConfigSchema,
    effectiveMaxRounds: z.int(),
    autoDisabled: z.literal('fewer-than-two-analysers').nullable(),
    notes: z.array(z.string()),
  }),
  language: z.enum(SAID_LANGUAGES),
  workerTimeoutMs: z.number().nullable(),
  /** Where the phase writes its report, absolute; null writes nothing. */
  taskFolder: z.string().nullable(),
  /** Items of earlier runs of the task, answered or not. */
  clarifications: z.array(ClarificationItemSchema),
});
export type PhaseRequest = z.infer<typeof PhaseRequestSchema>;

/** Null: a run of 0.1, which did not store what it was asked. */
export type StoredRequest = PhaseRequest | null;

export function requestOf({ run, request }: Setup<StoredRequest>): PhaseRequest {
  if (request === null) throw new Error(`what ${run.id} was asked is not stored`);
  return request;
}
