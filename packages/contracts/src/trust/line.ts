/**
 * The trust line: how far one verdict can be believed. Each quantity has one definition, in docs/trust.md. Null is "not
 * known": nobody computed it for this verdict, and nothing stands in for it.
 */
import { z } from 'zod';
import { PANELIST_ROLES } from '../theater/critique.ts';

const CountsSchema = z.object({
  /** Audits that were decided. */
  measured: z.int().min(0),
  /** Audits that apply and could not be decided, or left places open. */
  notMeasured: z.int().min(0),
  /** Audits that find nothing on this page that they could be about. */
  notMeasurable: z.int().min(0),
});
export type CoverageCounts = z.infer<typeof CountsSchema>;

const share = z.number().min(0).max(1);

export const TrustLineSchema = z.object({
  coverage: CountsSchema.extend({
    roles: z.partialRecord(z.enum(PANELIST_ROLES), CountsSchema),
  }).nullable(),
  /** Of the defects that were planted in this page, how many this panel sees; Clopper–Pearson, 95 %. */
  recall: z
    .object({ planted: z.int(), caught: z.int(), share, low: share, high: share, seed: z.int() })
    .nullable(),
  /** How far two verdicts of the same panel on the same page are apart, in points of the composite. */
  noise: z
    .object({ floor: z.number().min(0), times: z.int(), agent: z.string(), model: z.string().nullable() })
    .nullable(),
  /** How many independent votes the panel's votes are worth. */
  effectiveVotes: z
    .object({
      judges: z.int(),
      votes: z.number(),
      low: z.number(),
      high: z.number(),
      /** Runs or planted defects it was computed from. */
      items: z.int(),
      from: z.enum(['errors', 'scores']),
    })
    .nullable(),
  /** What judges say that the author never heard. */
  heldOut: z
    .object({
      agent: z.string(),
      audits: z.int(),
      composite: z.number().nullable(),
      mustFix: z.int(),
      passes: z.boolean(),
      /** The author's panel less the held-out panel, in points of the composite; null where one of them has none. */
      gap: z.number().nullable(),
    })
    .nullable(),
});
export type TrustLine = z.infer<typeof TrustLineSchema>;

export const NOTHING_KNOWN: TrustLine = {
  coverage: null,
  recall: null,
  noise: null,
  effectiveVotes: null,
  heldOut: null,
};
