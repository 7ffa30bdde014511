/** What is left to do before the gate says yes, as the command line, the report and the browser show it. */
import { z } from 'zod';
import { MUST_FIX_SEVERITIES, PANELIST_ROLES } from '../theater/critique.ts';

const role = z.enum(PANELIST_ROLES);

const UnlockStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page') }),
  z.object({
    kind: z.literal('must_fix'),
    id: z.string(),
    role,
    severity: z.enum(MUST_FIX_SEVERITIES),
    text: z.string(),
    target: z.string().nullable(),
    evidence: z.string().nullable(),
  }),
  /** A role that counts gave no vote. */
  z.object({ kind: z.literal('vote'), role, atLeast: z.number() }),
  z.object({
    kind: z.literal('raise'),
    role,
    from: z.number(),
    to: z.number(),
    /** Of this role, what scored below the new figure; the lowest first. */
    dims: z.array(z.object({ name: z.string(), score: z.number() })),
  }),
]);
export type UnlockStep = z.infer<typeof UnlockStepSchema>;

const UnlockSetSchema = z.object({
  /** The round that shipped or is kept: what the steps start from. */
  round: z.int(),
  threshold: z.number(),
  /** As it is, and with all steps taken. */
  composite: z.object({ now: z.number(), after: z.number() }),
  /** A browser has still to look: what it sees may add must-fixes and change the votes. */
  unseen: z.literal(true).optional(),
  /** None: it ships as it is. */
  steps: z.array(UnlockStepSchema),
});
export type UnlockSet = z.infer<typeof UnlockSetSchema>;
