/**
 * The artifact's badge. `critique_rounds_json` is the array `[{n, composite, mustFix, decision}]`; a JSON array
 * cannot carry the `cause` or `recoveryReason` that a failed or recovered run must leave there, so such a run
 * stores `{rounds: [...], cause, recoveryReason}` instead. Reading accepts both.
 */
import {
  CRITIQUE_STATUSES,
  FAILED_CAUSES,
  type FailedCause,
  ROUND_DECISIONS,
} from '@design-jury/contracts/theater/critique';
import { z } from 'zod';

/** Rounds kept in the row, newest ones; the transcript has them all. */
export const MAX_ROUNDS_IN_ROW = 64;
/** Characters of a recovery reason kept in the row. */
const MAX_RECOVERY_REASON_LENGTH = 200;

const RoundSummarySchema = z.object({
  n: z.int(),
  composite: z.number(),
  mustFix: z.int(),
  decision: z.enum(ROUND_DECISIONS),
});
export type RoundSummary = z.infer<typeof RoundSummarySchema>;

const RoundsJsonSchema = z.union([
  z.array(RoundSummarySchema).transform((rounds) => ({ rounds, cause: null, recoveryReason: null })),
  z.object({
    rounds: z.array(RoundSummarySchema),
    cause: z.enum(FAILED_CAUSES).nullable().default(null),
    recoveryReason: z.string().nullable().default(null),
  }),
]);

export interface RoundsSummary {
  rounds: RoundSummary[];
  cause: FailedCause | null;
  recoveryReason: string | null;
}

export const ArtifactSummarySchema = z.object({
  id: z.string(),
  projectId: z.string(),
  createdAt: z.iso.datetime(),
  score: z.number().nullable(),
  status: z.enum(CRITIQUE_STATUSES).nullable(),
  transcriptPath: z.string().nullable(),
  protocolVersion: z.int().nullable(),
  summary: RoundsJsonSchema.nullable(),
});
export type ArtifactSummary = z.infer<typeof ArtifactSummarySchema>;

export function encodeRoundsJson({ rounds, cause, recoveryReason }: RoundsSummary): string {
  const kept = rounds
    .slice(-MAX_ROUNDS_IN_ROW)
    .map(({ n, composite, mustFix, decision }) => ({ n, composite, mustFix, decision }));
  if (cause === null && recoveryReason === null) return JSON.stringify(kept);
  return JSON.stringify({
    rounds: kept,
    ...(cause === null ? {} : { cause }),
    ...(recoveryReason === null
      ? {}
      : { recoveryReason: recoveryReason.slice(0, MAX_RECOVERY_REASON_LENGTH) }),
  });
}
