/** The Theater's vocabulary: roles, configuration, must-fixes and what a parser can say. */
import { z } from 'zod';

export const PANELIST_ROLES = ['designer', 'critic', 'brand', 'a11y', 'copy'] as const;
export type PanelistRole = (typeof PANELIST_ROLES)[number];

export const FALLBACK_POLICIES = ['ship_best', 'ship_last', 'fail'] as const;
export type FallbackPolicy = (typeof FALLBACK_POLICIES)[number];

/** All panelists in one session, or each in a context of its own. */
export const PANEL_MODES = ['single-session', 'independent'] as const;
export type PanelMode = (typeof PANEL_MODES)[number];

/** What instruments may say about an agent's page: nothing, a word, or a must-fix. */
export const GROUNDING_MODES = ['off', 'advise', 'gate'] as const;
export type GroundingMode = (typeof GROUNDING_MODES)[number];

/** Terminal values of `critique_status`; a stored run may also be `queued` or `running`. */
export const CRITIQUE_STATUSES = [
  'shipped',
  'below_threshold',
  'timed_out',
  'interrupted',
  'degraded',
  'failed',
  'legacy',
] as const;
export type CritiqueStatus = (typeof CRITIQUE_STATUSES)[number];

export const DEGRADED_REASONS = [
  'malformed_block',
  'oversize_block',
  'adapter_unsupported',
  'protocol_version_mismatch',
  'missing_artifact',
  /** It contradicts itself, or nothing tells its protocol from a quotation of it. */
  'ambiguous_answer',
  /** A round closed and no weighted judge gave a vote that can be used. */
  'no_usable_vote',
] as const;
export type DegradedReason = (typeof DEGRADED_REASONS)[number];

export const FAILED_CAUSES = [
  'cli_exit_nonzero',
  'per_round_timeout',
  'total_timeout',
  'first_byte_timeout',
  'idle_timeout',
  'budget_exceeded',
  'agent_unavailable',
  'agent_error',
  'storage_error',
  'orchestrator_internal',
] as const;
export type FailedCause = (typeof FAILED_CAUSES)[number];

/** Which budget was used up; said with the cause `budget_exceeded`. */
export const BUDGETS = ['tokens', 'cost'] as const;
export type BudgetKind = (typeof BUDGETS)[number];

/** What an agent's error was about, whichever agent said it; said with the cause `agent_error`. */
export const AGENT_ERROR_KINDS = [
  /** Not logged in, or the key is not accepted. */
  'auth',
  'rate_limit',
  /** The provider failed (5xx, overloaded). */
  'server',
  /** The provider could not be reached. */
  'connection',
  /** The model declined to answer. */
  'refused',
  /** The answer stopped before its end: a broken stream, a limit on output, an exit without a result. */
  'cut',
  /** Its process ended with a failure, and nothing it said tells why; such a run fails with `cli_exit_nonzero`. */
  'exit',
  /** What the agent printed is not its own format, or not the shape that was asked for. */
  'malformed',
  /** The prompt does not fit the agent, or the model's context. */
  'too_long',
  'timeout',
  'other',
] as const;
export type AgentErrorKind = (typeof AGENT_ERROR_KINDS)[number];

export const WARNING_KINDS = [
  'weak_debate',
  'unknown_role',
  'role_alias',
  'role_not_in_cast',
  'duplicate_panelist',
  'score_clamped',
  'score_unreadable',
  'score_off_scale',
  'scale_mismatch',
  'composite_mismatch',
  'must_fix_mismatch',
  'must_fix_over_limit',
  'decision_mismatch',
  'unknown_decision',
  'claim_mismatch',
  'attribute_alias',
  'run_tag_missing',
  'duplicate_run',
  'round_tag_missing',
  'round_number',
  'round_over_limit',
  'round_end_missing',
  'implied_close',
  'stray_close',
  'stray_tag',
  'unexpected_text',
  'unclosed_region',
  'cdata_not_allowed',
  'cdata_end_in_artifact',
  'artifact_misplaced',
  'duplicate_artifact',
  'duplicate_ship',
  'ship_refused',
  'ship_artifact_differs',
  'after_ship',
  'round_grew',
  'page_unwrapped',
  'page_after_vote',
  'page_unchanged',
] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];

export const ROUND_DECISIONS = ['continue', 'ship'] as const;
export type RoundDecision = (typeof ROUND_DECISIONS)[number];

export const MUST_FIX_SEVERITIES = ['critical', 'major', 'minor'] as const;
export type MustFixSeverity = (typeof MUST_FIX_SEVERITIES)[number];

const role = z.enum(PANELIST_ROLES);

export const CritiqueConfigSchema = z
  .strictObject({
    enabled: z.boolean(),
    cast: z
      .array(role)
      .min(1)
      .refine((cast) => new Set(cast).size === cast.length, { message: 'a role may appear only once' }),
    maxRounds: z.int().min(1).max(20),
    scoreThreshold: z.number().min(0),
    scoreScale: z.number().positive().max(1000),
    weights: z.record(role, z.number().min(0)),
    perRoundTimeoutMs: z.int().positive(),
    totalTimeoutMs: z.int().positive(),
    parserMaxBlockBytes: z.int().min(64),
    fallbackPolicy: z.enum(FALLBACK_POLICIES),
    protocolVersion: z.int().positive(),
    maxConcurrentRuns: z.int().positive(),
    compositeTolerance: z.number().min(0),
    grounding: z.enum(GROUNDING_MODES),
    /** Rounds without a gain and without a must-fix met after which the run stops. 0 never stops it. */
    plateauRounds: z.int().min(0).max(20).default(0),
    /** Tokens of the whole run, in and out, after which it stops. Null: no limit. */
    maxTokens: z.int().positive().nullable().default(null),
    /** US dollars of the whole run after which it stops; what has no known price counts nothing. Null: no limit. */
    maxCostUsd: z.number().positive().nullable().default(null),
  })
  .refine((config) => config.scoreThreshold <= config.scoreScale, {
    path: ['scoreThreshold'],
    message: 'must not be above scoreScale',
  })
  .refine((config) => config.cast.some((member) => config.weights[member] > 0), {
    path: ['weights'],
    message: 'at least one role of the cast needs a weight above 0',
  });
export type CritiqueConfig = z.infer<typeof CritiqueConfigSchema>;

/** An executable check: fails now → the demand is verified; passes after the revision → it is fixed. */
export const WitnessSchema = z.object({ audit: z.string(), selector: z.string(), predicate: z.string() });
export type Witness = z.infer<typeof WitnessSchema>;

/** What a panelist demands, before the ledger gives it an identity and rounds. */
export const DemandSchema = z.object({
  text: z.string(),
  dim: z.string().nullable(),
  target: z.string().nullable(),
  severity: z.enum(MUST_FIX_SEVERITIES),
  evidence: z.string().nullable(),
  witness: WitnessSchema.nullable(),
});
export type Demand = z.infer<typeof DemandSchema>;

/** A demand with an identity: it is opened in one round and, with luck, resolved in a later one. */
export const MustFixSchema = DemandSchema.extend({
  id: z.string(),
  role,
  openedRound: z.int(),
  resolvedRound: z.int().nullable(),
  /** True for demands the gate itself makes: a missing vote, a failed final lint. */
  synthetic: z.boolean(),
});
export type MustFix = z.infer<typeof MustFixSchema>;

/** Where an artifact stands in the protocol: in a designer's round, or in the SHIP block. */
export type ArtifactPlace = { in: 'round'; round: number } | { in: 'ship' };

/**
 * What a grammar says, in the order the text says it. Figures here are the agent's *claims*; the
 * scoreboard recomputes every one of them. `position` is a byte offset into the agent's text.
 */
export type PanelEvent =
  | {
      type: 'run_open';
      version: number;
      claims: { maxRounds?: number; threshold?: number; scale?: number };
      position: number;
    }
  | { type: 'round_open'; round: number; position: number }
  | { type: 'panelist_open'; round: number; role: PanelistRole }
  | { type: 'panelist_notes'; round: number; role: PanelistRole; text: string }
  | {
      type: 'panelist_dim';
      round: number;
      role: PanelistRole;
      dimName: string;
      dimScore: number | null;
      dimNote: string;
    }
  /** `voice`: the name it speaks under, where that is not its role's own. */
  | {
      type: 'panelist_must_fix';
      round: number;
      role: PanelistRole;
      voice?: string;
      id: string | null;
      demand: Demand;
    }
  /** A demand of nobody on the panel, or outside any panelist: it was written, so it stands. */
  | { type: 'stray_demand'; from: string | null; demand: Demand; position: number }
  /** Somebody who is not on the panel has spoken: no vote, but who made a demand can take it back. */
  | { type: 'stranger_close'; round: number; voice: string }
  /** The answer says two things at once: neither may carry it over the gate. */
  | { type: 'contradiction'; position: number; detail: string }
  | {
      type: 'panelist_close';
      round: number;
      role: PanelistRole;
      voice?: string;
      score: number | null;
      /** The number as written, before clamping. */
      scoreClaim: number | null;
      /** `unreadable`: it says something, and that is no number. */
      mustFixClaim: number | 'unreadable' | null;
      position: number;
    }
  | { type: 'artifact_open'; place: ArtifactPlace; mime: string }
  /** A piece of the artifact, as it arrives. How it is cut depends on the chunks; its concatenation does not. */
  | { type: 'artifact_chunk'; place: ArtifactPlace; text: string }
  /** `blank`: nothing but white space, so no artifact at all. `sha256` is added by whoever stored it. */
  | {
      type: 'artifact_close';
      place: ArtifactPlace;
      mime: string;
      bytes: number;
      blank: boolean;
      /** Not a page but edits of the one before it. */
      form?: 'edits';
      sha256?: string;
    }
  | {
      type: 'round_close';
      round: number;
      /** Bytes between the round's opening tag and its end. */
      bytes: number;
      claims: { composite?: number; mustFix?: number; decision?: RoundDecision };
      reason: string;
      position: number;
    }
  | {
      type: 'ship';
      round: number | null;
      hasArtifact: boolean;
      claims: { composite?: number; status?: string };
      summary: string;
      position: number;
    }
  | { type: 'warning'; kind: WarningKind; position: number; detail: string };
