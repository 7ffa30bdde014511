/** A run as the store and the API know it. */
import { z } from 'zod';
import { EnablementSchema } from './skills.ts';
import {
  CRITIQUE_STATUSES,
  CritiqueConfigSchema,
  FAILED_CAUSES,
  MustFixSchema,
  ROUND_DECISIONS,
} from './theater/critique.ts';

/** A stored run waits, plays, or is over with one of the terminal statuses. */
export const RUN_STATES = ['queued', 'running', ...CRITIQUE_STATUSES] as const;
export type RunState = (typeof RUN_STATES)[number];

export const RunRoundSchema = z.object({
  n: z.int(),
  composite: z.number(),
  mustFix: z.int(),
  decision: z.enum(ROUND_DECISIONS),
  /** Content address of the round's artifact; null when the round carries none of its own. */
  artifactSha256: z.string().nullable(),
  artifactBytes: z.int().nullable(),
  artifactMime: z.string().nullable(),
});
export type RunRound = z.infer<typeof RunRoundSchema>;

export const RunRecordSchema = z.object({
  id: z.string(),
  projectId: z.string(),
  artifactId: z.string(),
  /** The run this one is another try of, with the same brief; absent on a first try. */
  retryOf: z.string().optional(),
  protocol: z.enum(['theater']),
  state: z.enum(RUN_STATES),
  agent: z.string(),
  model: z.string().nullable(),
  skill: z.string().nullable(),
  config: CritiqueConfigSchema,
  /** Whether the jury sits, and who decided it; absent on runs of an older version. */
  enablement: EnablementSchema.optional(),
  subject: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('artifact'), name: z.string().nullable(), mime: z.string() }),
    z.object({ kind: z.literal('brief'), text: z.string() }),
  ]),
  composite: z.number().nullable(),
  /** The round that shipped or was kept. */
  finalRound: z.int().nullable(),
  cause: z.enum(FAILED_CAUSES).nullable(),
  recoveryReason: z.string().nullable(),
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  costUsd: z.number().nullable(),
  /** SSE ids of this run's events are `eventBase + seq`: seq counts per run, ids per project. */
  eventBase: z.int().nullable(),
  eventCount: z.int(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
});
export type RunRecord = z.infer<typeof RunRecordSchema>;

export const RunMustFixSchema = MustFixSchema.extend({ runId: z.string() });
export type RunMustFix = z.infer<typeof RunMustFixSchema>;

export const ProjectSchema = z.object({
  id: z.string(),
  name: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: z.iso.datetime(),
});
export type Project = z.infer<typeof ProjectSchema>;

/** How a run stands, as far as a list shows it. */
export const RunStandingSchema = z.object({
  state: z.enum(RUN_STATES),
  composite: z.number().nullable(),
  threshold: z.number(),
});
export type RunStanding = z.infer<typeof RunStandingSchema>;

/** A project in a list of projects; its newest run is null before its first. */
export const ListedProjectSchema = ProjectSchema.extend({ newestRun: RunStandingSchema.nullable() });
export type ListedProject = z.infer<typeof ListedProjectSchema>;
