/** The content pipeline: an author, chosen critics, an editor's rubric, a saved text. */
import { z } from 'zod';
import type { RunState } from '../run.ts';

export const DOC_TYPES = [
  'strategy',
  'positioning',
  'brand-voice',
  'design-principles',
  'seo-strategy',
  'social-media-strategy',
  'research',
  'keywords',
] as const;
export type DocType = (typeof DOC_TYPES)[number];

/** Material for one text: no recipe asks for it, and whoever writes from documents or compares with them has it too. */
export const MATERIAL_TYPES = ['research', 'keywords'] as const satisfies readonly DocType[];

const identifier = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'lower-case letters, digits and - only');

export const AdvisorEntrySchema = z.strictObject({
  id: identifier,
  name: z.string().min(1).max(120),
  /** Informational: any advisor with an expertise may be chosen as a critic. */
  role: z.enum(['author', 'critic', 'editor', 'strategist']),
  evaluationExpertise: z.string().min(1).max(4_000).optional(),
  doesNotEvaluate: z.string().min(1).max(2_000).optional(),
  contextDocs: z.array(z.enum(DOC_TYPES)).default([]),
  domainLabel: z.string().min(1).max(200).optional(),
});
export type AdvisorEntry = z.infer<typeof AdvisorEntrySchema>;

export const ContentRecipeSchema = z.strictObject({
  contentType: identifier,
  authorAdvisor: identifier,
  authorContextDocs: z.array(z.enum(DOC_TYPES)),
  evaluationNeeds: z.string().min(1).max(4_000),
  evaluationEmphasis: z.string().min(1).max(4_000).optional(),
  /** The safety valve on the 1–10 axis; neither the gate nor the target. */
  minAggregateScore: z.number().min(1).max(10),
  maxRevisionRounds: z.int().min(1).max(10),
  namedCritics: z.array(identifier).max(10).optional(),
  authorFramework: z.string().max(8_000).optional(),
});
export type ContentRecipe = z.infer<typeof ContentRecipeSchema>;

export const SEVERITIES = ['high', 'medium', 'low'] as const;
export type IssueSeverity = (typeof SEVERITIES)[number];

export const CritiqueIssueSchema = z.object({
  severity: z.enum(SEVERITIES),
  description: z.string().min(1).max(4_000),
  suggestion: z.string().max(4_000),
});
export type CritiqueIssue = z.infer<typeof CritiqueIssueSchema>;

/** What a critic submits. A score out of range is clamped with a warning; no number is a failed critic. */
export const SubmitCritiqueSchema = z.object({
  issues: z.array(CritiqueIssueSchema).max(100),
  score: z.number(),
  pass: z.boolean(),
  /** What is good practice and nobody asked for: shown, costs nothing and decides nothing. */
  notes: z.array(CritiqueIssueSchema).max(100).optional(),
});
export type SubmittedCritique = z.infer<typeof SubmitCritiqueSchema>;

export const AdvisorCritiqueSchema = z.object({
  advisorId: z.string(),
  name: z.string(),
  score: z.number().min(1).max(10),
  /** Stored and shown; decides nothing. */
  pass: z.boolean(),
  issues: z.array(CritiqueIssueSchema),
  notes: z.array(CritiqueIssueSchema).optional(),
});
export type AdvisorCritique = z.infer<typeof AdvisorCritiqueSchema>;

export const CriticFailureSchema = z.object({ advisorId: z.string(), name: z.string(), error: z.string() });
export type CriticFailure = z.infer<typeof CriticFailureSchema>;

export const EDITOR_BASES = [
  'no-gate',
  'high-severity',
  'oscillation',
  'threshold-met',
  'below-threshold',
] as const;

export const CritiqueRoundSchema = z.object({
  round: z.int().min(1),
  editorDecision: z.enum(['approve', 'revise']),
  basis: z.enum(EDITOR_BASES),
  critiques: z.array(AdvisorCritiqueSchema),
  failures: z.array(CriticFailureSchema),
  fixedItems: z.array(z.string()),
  wellScoredAspects: z.array(z.string()),
  revisionBrief: z.string().optional(),
});
export type CritiqueRound = z.infer<typeof CritiqueRoundSchema>;

export interface EditorDecision {
  decision: 'approve' | 'revise';
  basis: (typeof EDITOR_BASES)[number];
  /** Null when nobody scored. */
  avgScore: number | null;
  highIssueCount: number;
  brief: string;
}

export const QUALITIES = ['approved', 'max-rounds-reached'] as const;
export type ContentQuality = (typeof QUALITIES)[number];

export const PipelineProgressSchema = z.object({
  status: z.enum(['running', 'paused', 'complete', 'error', 'max-rounds-reached']),
  contentType: z.string(),
  currentStep: z.string(),
  round: z.int().min(0),
  maxRounds: z.int().min(1),
  quality: z.enum(QUALITIES).nullable(),
  selectedCritics: z.array(z.object({ advisorId: z.string(), name: z.string() })),
  steps: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['pending', 'running', 'complete', 'error']),
      detail: z.string().optional(),
    }),
  ),
  critiqueHistory: z.array(CritiqueRoundSchema),
  /** Why it ended with an error; null otherwise. */
  error: z.object({ cause: z.string(), message: z.string() }).nullable(),
});
export type PipelineProgress = z.infer<typeof PipelineProgressSchema>;

/** `GET /api/ideas`: what a run can be started with. */
export interface IdeaList {
  ideas: readonly {
    id: string;
    docs: readonly DocType[];
    /** Its newest run. */
    last: {
      runId: string;
      state: RunState;
      outcome: string | null;
      exitCode: number | null;
      createdAt: string;
    } | null;
  }[];
  /** True when there are more than are listed. */
  more: boolean;
  recipes: readonly { contentType: string; needs: readonly DocType[] }[];
  /** Ids of ideas that come with the product. */
  examples: readonly string[];
}
