/** The state artifact: written as 1.2, read as 1.0, 1.1 and 1.2. */
import {
  ConvergenceConfigSchema,
  CriticSummarySchema,
  FINAL_STATES,
  FindingSchema,
  TASK_PHASES,
} from '@design-jury/contracts/convergence/schema';
import { z } from 'zod';

const READABLE = ['1.0', '1.1', '1.2'] as const;

const looseConfig = z.object({
  ...z.object(ConvergenceConfigSchema.shape).partial().omit({ critic: true }).shape,
  effectiveMaxRounds: z.int().optional(),
  autoDisabled: z.string().optional(),
  notes: z.array(z.string()).optional(),
  critic: z.union([CriticSummarySchema, ConvergenceConfigSchema.shape.critic]).optional(),
});

const StateSchema = z.object({
  schemaVersion: z.enum(READABLE),
  taskKey: z.string(),
  taskType: z.enum(TASK_PHASES),
  seq: z.int().min(1),
  config: looseConfig,
  findings: z.array(FindingSchema),
  finalState: z.enum(FINAL_STATES),
  totalRounds: z.int().min(0),
  /** The run that wrote it: a run that is resumed finds by it what it has written already. */
  runId: z.string().optional(),
  /** Of the planning phase: what an approval is held to. `none`: no plan was checked. */
  planGate: z
    .object({
      result: z.enum([
        'passed',
        'passed-with-dissent',
        'blocked-by-disagreement',
        'aborted-non-result',
        'none',
      ]),
      gating: z.boolean(),
      /** SHA-256 of the plan that was voted on; absent in older states. */
      planHash: z.string().optional(),
      /** The file of a plan that a worker wrote, beside the report. */
      drafted: z.string().optional(),
    })
    .optional(),
});
export type ConvergenceState = z.infer<typeof StateSchema>;

export class StateFileError extends Error {
  override name = 'StateFileError';
}

export function writeState(state: Omit<ConvergenceState, 'schemaVersion'>): string {
  return `${JSON.stringify({ schemaVersion: '1.2', ...state }, null, 2)}\n`;
}

/** @throws StateFileError with a sentence that names the file and what is wrong in it. */
export function readState(text: string, file: string): ConvergenceState {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new StateFileError(`${file} is not JSON: ${(error as Error).message}`);
  }
  const version = z.object({ schemaVersion: z.unknown() }).safeParse(json);
  const named = version.success ? version.data.schemaVersion : undefined;
  if (!READABLE.some((known) => known === named))
    throw new StateFileError(
      `${file} has schema version ${JSON.stringify(named)}; ${READABLE.join(', ')} can be read`,
    );
  const parsed = StateSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new StateFileError(`${file}: ${issue?.path.join('.')}: ${issue?.message}`);
}
