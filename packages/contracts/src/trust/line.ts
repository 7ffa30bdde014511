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

/** Of the defects that were planted in copies of this page, how many this panel sees; Clopper–Pearson, 95 %. */
const SeenSchema = z.object({
  planted: z.int().min(0),
  caught: z.int().min(0),
  share,
  low: share,
  high: share,
  seed: z.int(),
});

const LineSchema = z.object({
  /** 1 had no version, and its `recall` was the one of known kinds. */
  version: z.literal(2),
  coverage: CountsSchema.extend({
    roles: z.partialRecord(z.enum(PANELIST_ROLES), CountsSchema),
  }).nullable(),
  /** By defects that somebody wrote without knowing the audits. */
  recall: SeenSchema.extend({
    /** Of those seen, how many as a must-fix. */
    mustFix: z.int().min(0),
    /** Which defects there were to plant: another pool is another figure. */
    pool: z.string(),
  }).nullable(),
  /** By defects of kinds that the audits were built with. */
  knownRecall: SeenSchema.nullable(),
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
export type TrustLine = z.infer<typeof LineSchema>;

/** The recalls of a line, together: where one is computed, so is the other. */
export const RecallsSchema = LineSchema.pick({ recall: true, knownRecall: true });
export type Recalls = z.infer<typeof RecallsSchema>;

/**
 * Reads every version. What the first one called recall keeps its meaning under the name it has now: nobody had planted
 * defects of other kinds, so that figure is not known of such a line.
 */
export const TrustLineSchema = z.preprocess((line) => {
  if (typeof line !== 'object' || line === null || 'version' in line) return line;
  return { ...line, version: 2, recall: null, knownRecall: 'recall' in line ? line.recall : undefined };
}, LineSchema);

export const NOTHING_KNOWN: TrustLine = {
  version: 2,
  coverage: null,
  recall: null,
  knownRecall: null,
  noise: null,
  effectiveVotes: null,
  heldOut: null,
};

/** What was computed of it; its version is no quantity. */
export function isAnythingKnown({ version: _version, ...quantities }: TrustLine): boolean {
  return Object.values(quantities).some((quantity) => quantity !== null);
}
