/** What a run says to the outside: sent over SSE, appended to the transcript, folded by every view. */
import { z } from 'zod';
import {
  AGENT_ERROR_KINDS,
  BUDGETS,
  DEGRADED_REASONS,
  FAILED_CAUSES,
  MUST_FIX_SEVERITIES,
  PANELIST_ROLES,
  ROUND_DECISIONS,
  WARNING_KINDS,
  WitnessSchema,
} from './critique.ts';
import { GroundingSchema } from './grounding.ts';

const role = z.enum(PANELIST_ROLES);
const round = z.int().positive();
const ofRun = { runId: z.string() };
const ofRound = { ...ofRun, round };
const ofPanelist = { ...ofRound, role };

/** A logical reference; the body is fetched through the artifact route. */
export const ArtifactRefSchema = z.object({ projectId: z.string(), artifactId: z.string() });
export type ArtifactRef = z.infer<typeof ArtifactRefSchema>;

export const CritiqueSseEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('critique.run_started'),
    ...ofRun,
    protocolVersion: z.int(),
    cast: z.array(role),
    maxRounds: z.int(),
    threshold: z.number(),
    scale: z.number(),
    weights: z.record(role, z.number()),
  }),
  z.object({ type: z.literal('critique.panelist_open'), ...ofPanelist }),
  z.object({ type: z.literal('critique.panelist_notes'), ...ofPanelist, text: z.string() }),
  z.object({
    type: z.literal('critique.panelist_dim'),
    ...ofPanelist,
    dimName: z.string(),
    dimScore: z.number().nullable(),
    dimNote: z.string(),
  }),
  z.object({
    type: z.literal('critique.panelist_must_fix'),
    ...ofPanelist,
    id: z.string(),
    text: z.string(),
    dim: z.string().nullable(),
    target: z.string().nullable(),
    severity: z.enum(MUST_FIX_SEVERITIES),
    evidence: z.string().nullable(),
    witness: WitnessSchema.nullable(),
    openedRound: round,
    synthetic: z.boolean(),
  }),
  z.object({ type: z.literal('critique.panelist_close'), ...ofPanelist, score: z.number().nullable() }),
  z.object({
    type: z.literal('critique.round_artifact'),
    ...ofRound,
    mime: z.string(),
    bytes: z.int(),
    sha256: z.string().nullable(),
  }),
  /** What instruments say about the round's page, and about what was said of it. */
  z.object({ type: z.literal('critique.grounding'), ...ofRound, ...GroundingSchema.shape }),
  z.object({
    type: z.literal('critique.round_end'),
    ...ofRound,
    composite: z.number(),
    mustFix: z.int(),
    decision: z.enum(ROUND_DECISIONS),
    reason: z.string(),
    /** The agent's own words for it; its figures are claims. */
    agentReason: z.string(),
    /** Ids of must-fixes that this round closed. */
    resolved: z.array(z.string()),
    /** Scoring roles without a usable vote. */
    missing: z.array(role),
    /** Scoring roles that had nothing to judge: the others decide. Absent where all of them had. */
    abstained: z.array(role).optional(),
  }),
  /** The gate's last word. Not always a yes: read `status`. `artifactRef` is null when nothing is kept. */
  z.object({
    type: z.literal('critique.ship'),
    ...ofRun,
    round,
    composite: z.number(),
    status: z.enum(['shipped', 'below_threshold', 'timed_out']),
    artifactRef: ArtifactRefSchema.nullable(),
    summary: z.string(),
    /** Said when rounds were left and the run gained nothing any more. */
    stoppedBy: z.literal('plateau').optional(),
    /** Said with `timed_out`: the transcript ends before the answer did. */
    partial: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal('critique.degraded'),
    ...ofRun,
    status: z.literal('degraded'),
    reason: z.enum(DEGRADED_REASONS),
    adapter: z.string(),
    message: z.string(),
    position: z.int().nullable(),
    bestRound: round.nullable(),
  }),
  z.object({
    type: z.literal('critique.interrupted'),
    ...ofRun,
    status: z.literal('interrupted'),
    bestRound: round.nullable(),
    composite: z.number().nullable(),
    recoveryReason: z.string().nullable(),
  }),
  z.object({
    type: z.literal('critique.failed'),
    ...ofRun,
    status: z.enum(['failed', 'timed_out']),
    cause: z.enum(FAILED_CAUSES),
    /** Only with the cause `agent_error`. */
    agentError: z.enum(AGENT_ERROR_KINDS).optional(),
    /** Only with the cause `budget_exceeded`. */
    budget: z.enum(BUDGETS).optional(),
    message: z.string(),
    bestRound: round.nullable(),
    /** Said with `timed_out`: the transcript ends before the answer did. */
    partial: z.literal(true).optional(),
  }),
  /** The agent is being started, retries, or is waiting: what keeps a quiet screen from looking frozen. */
  z.object({ type: z.literal('critique.agent_notice'), ...ofRun, kind: z.string(), message: z.string() }),
  z.object({
    type: z.literal('critique.usage'),
    ...ofRun,
    inputTokens: z.int(),
    outputTokens: z.int(),
    /** Null where the price is unknown; never 0 for unknown. */
    costUsd: z.number().nullable(),
    /** The agent asked its model more than it told about: the figures are a least. */
    atLeast: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal('critique.parser_warning'),
    ...ofRun,
    kind: z.enum(WARNING_KINDS),
    position: z.int().nullable(),
    detail: z.string(),
  }),
]);
export type CritiqueSseEvent = z.infer<typeof CritiqueSseEventSchema>;
export type CritiqueEventName = CritiqueSseEvent['type'];

export const CRITIQUE_EVENT_NAMES: readonly CritiqueEventName[] = CritiqueSseEventSchema.options.map(
  (option) => option.shape.type.value,
);

/** Everything persisted or sent carries its place in the run and the time it happened. */
export const StampSchema = z.object({ seq: z.int().positive(), at: z.iso.datetime() });
export type Stamp = z.infer<typeof StampSchema>;
export type Stamped<Event> = Event & Stamp;

export const TranscriptEventSchema = z.intersection(StampSchema, CritiqueSseEventSchema);
export type TranscriptEvent = Stamped<CritiqueSseEvent>;

export type TerminalEvent = Extract<
  CritiqueSseEvent,
  { type: 'critique.ship' | 'critique.degraded' | 'critique.interrupted' | 'critique.failed' }
>;

const TERMINAL_NAMES: ReadonlySet<CritiqueEventName> = new Set<CritiqueEventName>([
  'critique.ship',
  'critique.degraded',
  'critique.interrupted',
  'critique.failed',
]);

export function isTerminalEvent<Event extends { type: string }>(
  event: Event,
): event is Event & TerminalEvent {
  return TERMINAL_NAMES.has(event.type as CritiqueEventName);
}
