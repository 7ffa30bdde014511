/** The shape of bench/evals/content.yaml. */
import { AdvisorEntrySchema, SEVERITIES } from '@design-jury/contracts/content/schema';
import { z } from 'zod';

const name = z.string().min(1);
const texts = z.array(z.string().min(1));

const RaisedSchema = z.strictObject({
  critic: z.string(),
  severity: z.enum(SEVERITIES),
  description: z.string(),
  suggestion: z.string().default(''),
});
export type Raised = z.infer<typeof RaisedSchema>;

export const ScenariosSchema = z.strictObject({
  selection: z.array(
    z.strictObject({
      name,
      recipe: z.string(),
      chosen: texts,
      most: z.int().optional(),
      add: AdvisorEntrySchema.optional(),
      excluded: texts.default([]),
      times: z.int().min(1).max(10).default(1),
    }),
  ),
  critiques: z.array(
    z.strictObject({
      name,
      critic: z.string(),
      severity: z.enum(SEVERITIES),
      about: texts.min(1),
      draft: z.string(),
    }),
  ),
  sound: z.array(z.strictObject({ name, critics: texts.min(1), least: z.number(), draft: z.string() })),
  regressions: z.array(
    z.strictObject({
      name,
      fixed: z.array(RaisedSchema).min(1),
      issues: z.array(RaisedSchema).min(1),
      keep: texts.min(1),
      gone: texts.min(1),
      draft: z.string(),
    }),
  ),
  baseline: z.strictObject({
    target: z.number(),
    scenarios: z.array(
      z.strictObject({ name, idea: z.string(), draft: z.string().optional(), gone: texts.default([]) }),
    ),
  }),
});
export type Scenarios = z.infer<typeof ScenariosSchema>;
