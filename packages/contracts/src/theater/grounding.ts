/** What instruments say about an agent's page, and about what the agent said of it. */
import { z } from 'zod';
import { PANELIST_ROLES } from './critique.ts';

const role = z.enum(PANELIST_ROLES);

/** A statement of a panelist that can be measured, with the measurement that proves or refutes it. */
export const CheckedClaimSchema = z.object({
  role,
  /** The panelist's words, as far as they make the claim. */
  claim: z.string(),
  verdict: z.enum(['verified', 'refuted']),
  /** What was measured, in words. */
  measured: z.string(),
});
export type CheckedClaim = z.infer<typeof CheckedClaimSchema>;

/** A role's own score beside the measured one. `inflation` is how much higher its own is; null where one is missing. */
export const RoleGroundingSchema = z.object({
  role,
  claimed: z.number().nullable(),
  measured: z.number().nullable(),
  inflation: z.number().nullable(),
});
export type RoleGrounding = z.infer<typeof RoleGroundingSchema>;

/** `advise` only tells; with `gate` what is blocking is a must-fix of the round. */
export const GroundingSchema = z.object({
  mode: z.enum(['advise', 'gate']),
  roles: z.array(RoleGroundingSchema),
  claims: z.array(CheckedClaimSchema),
  /** Faults that instruments found and that keep a page from shipping. */
  blocking: z.int().min(0),
  /** Why the page could not be measured; null when it was. */
  unmeasured: z.string().nullable(),
});
export type Grounding = z.infer<typeof GroundingSchema>;
