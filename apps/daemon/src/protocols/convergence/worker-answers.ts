/** What an agent may answer, as it is checked: what was looked at stands before what is concluded from it. */
import { BREAKAGE_KINDS, EvidenceRefSchema, SEVERITIES } from '@design-jury/contracts/convergence/schema';
import { z } from 'zod';
import { hasSteps } from './plan-draft.ts';

const evidence = z.array(EvidenceRefSchema).max(20);
const findings = z
  .array(
    z.object({
      evidence,
      claim: z.string().min(1).max(2_000),
      tickets: z.array(z.string().max(80)).max(20).default([]),
    }),
  )
  .max(100);
export const FindingsSchema = z.object({ findings });
export const AnalysisSchema = z.object({
  findings,
  questions: z
    .array(
      z.object({
        evidenceChecked: z.string().max(500),
        statement: z.string().min(1).max(2_000),
        kind: z.enum(['question', 'material-request', 'decision']).default('question'),
        expectedForm: z.string().max(200).default('what is known about it'),
        blocksApproval: z.boolean().default(false),
      }),
    )
    .max(50)
    .default([]),
  coverage: z
    .array(z.object({ requirement: z.string().min(1).max(120), artifact: EvidenceRefSchema }))
    .max(500)
    .default([]),
});
export const VotesSchema = z.object({
  votes: z
    .array(
      z.object({
        id: z.string().max(40),
        evidence,
        rationale: z.string().max(4_000),
        verdict: z
          .string()
          .transform((word) => word.trim().toUpperCase())
          .pipe(z.enum(['AGREE', 'DISAGREE', 'SUPPLEMENT'])),
        basis: z.string().nullish(),
        supplement: z.string().max(4_000).optional(),
      }),
    )
    .max(500),
});
export const PlanDraftSchema = z.object({
  plan: z
    .string()
    .max(200_000)
    .refine(hasSteps, 'the plan has no step: write them as "### Step 1: …" below "## Steps"'),
});
export const PlanVotesSchema = z.object({
  votes: z
    .array(
      z.object({
        id: z.string().max(40),
        reason: z.string().max(4_000),
        verdict: z
          .string()
          .transform((word) => word.trim().toUpperCase())
          .pipe(z.enum(['AGREE', 'DISAGREE', 'SUPPLEMENT'])),
        kind: z.enum(BREAKAGE_KINDS).nullish(),
      }),
    )
    .max(1_000),
});
export const CandidatesSchema = z.object({
  candidates: z
    .array(z.object({ evidence, statement: z.string().min(1).max(2_000), severity: z.enum(SEVERITIES) }))
    .max(100),
});
export const CandidateVotesSchema = z.object({
  votes: z
    .array(
      z.object({ id: z.string().max(40), evidence, reason: z.string().max(4_000), confirmed: z.boolean() }),
    )
    .max(500),
});
