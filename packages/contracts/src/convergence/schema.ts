/** Convergence: what several workers found, planned or delivered, cross-verified. Schema 1.2 of its state. */
import { z } from 'zod';
import type { WorkerTrace } from './trace.ts';

export const TASK_PHASES = [
  'requirements-discovery',
  'error-analysis',
  'implementation-planning',
  'implementation',
  'final-verification',
  'release-handoff',
] as const;
export type TaskPhase = (typeof TASK_PHASES)[number];

/** Phases whose findings are attacked rather than read. */
export const ADVERSARIAL_PHASES: readonly TaskPhase[] = [
  'requirements-discovery',
  'error-analysis',
  'implementation-planning',
];
/** Phases that may have a critic. Overlaps with the adversarial ones; neither follows from the other. */
export const CRITIC_PHASES: readonly TaskPhase[] = [
  'requirements-discovery',
  'error-analysis',
  'implementation-planning',
  'final-verification',
];

export const EvidenceRefSchema = z.object({
  kind: z.enum(['file', 'log', 'test', 'command', 'requirement', 'url']),
  ref: z.string().min(1).max(2_000),
  line: z.int().min(1).optional(),
  quote: z.string().max(2_000).optional(),
});
export type EvidenceRef = z.infer<typeof EvidenceRefSchema>;

export const STORED_VERDICTS = ['agree', 'disagree', 'supplement', 'verification-error'] as const;
export const DISAGREE_BASES = ['counter-evidence', 'unproven'] as const;

export const VoteSchema = z.object({
  verdict: z.enum(STORED_VERDICTS),
  /** Null on collaborative runs and on every vote that does not disagree. */
  disagreeBasis: z
    .enum(DISAGREE_BASES)
    .nullish()
    .transform((basis) => basis ?? null),
  rationale: z.string(),
  evidence: z.array(EvidenceRefSchema),
  supplement: z.string().optional(),
});
export type Vote = z.infer<typeof VoteSchema>;

export const FINDING_CLASSES = ['full-consensus', 'partial-consensus', 'contested', 'worker-unique'] as const;
export type FindingClass = (typeof FINDING_CLASSES)[number];

export const FindingSchema = z.object({
  id: z.string(),
  claim: z.string(),
  discoveredBy: z.array(z.string()).min(1),
  originWorker: z.string(),
  originEvidence: z.array(EvidenceRefSchema),
  ticketIds: z.array(z.string()),
  source: z
    .literal('critic')
    .nullish()
    .transform((source) => source ?? null),
  supplements: z.array(z.object({ by: z.string(), text: z.string() })),
  /** Voters that cannot judge such a claim: they are no peers of it, and their silence is not held against it. */
  notAsked: z.array(z.string()).default([]),
  rounds: z.array(z.object({ round: z.int(), votes: z.record(z.string(), VoteSchema) })),
  classification: z
    .enum(FINDING_CLASSES)
    .nullish()
    .transform((kind) => kind ?? null),
  disputed: z.boolean().default(false),
  unverified: z.boolean().default(false),
});
export type Finding = z.infer<typeof FindingSchema>;

export const CriticSummarySchema = z.object({
  provider: z.string(),
  modelExecutionValue: z.string(),
  gapsProposed: z.int().optional(),
  gapsMerged: z.int().optional(),
  mode: z.literal('acceptance-devils-advocate').optional(),
  candidatesProposed: z.int().optional(),
  confirmedBlockers: z.int().optional(),
  downgradedToResidual: z.int().optional(),
});
export type CriticSummary = z.infer<typeof CriticSummarySchema>;

export const ConvergenceConfigSchema = z.strictObject({
  enabled: z.boolean(),
  maxRounds: z.int().min(1).max(3),
  verificationMode: z.enum(['lightweight', 'full-reanalysis']),
  adversarial: z.boolean(),
  critic: z.strictObject({
    enabled: z.boolean(),
    provider: z.string().nullable(),
    modelExecutionValue: z.string().nullable(),
  }),
  planBodyVerification: z.strictObject({
    enabled: z.boolean(),
    maxRounds: z.int().min(1).max(3),
    gating: z.boolean(),
  }),
});
export type ConvergenceConfig = z.infer<typeof ConvergenceConfigSchema>;

export const FINAL_STATES = ['converged', 'max-rounds-reached', 'aborted-non-result'] as const;
export type FinalState = (typeof FINAL_STATES)[number];

/** Options, steps, dependencies, validation, rollback, and the requirements the plan was made for. */
export const PLAN_ITEM_KINDS = ['Opt', 'Step', 'Dep', 'Val', 'Rb', 'Req'] as const;
export type PlanItemKind = (typeof PLAN_ITEM_KINDS)[number];
export const BREAKAGE_KINDS = ['a', 'b', 'c', 'd', 'e'] as const;
export type BreakageKind = (typeof BREAKAGE_KINDS)[number];

/** One way in which an item of a plan is broken. */
export interface Breakage {
  kind: BreakageKind;
  reason: string;
}

export interface PlanItem {
  id: `P-${PlanItemKind}-${number}`;
  section: string;
  text: string;
  refs: EvidenceRef[];
}

export type PlanVote =
  | { verdict: 'agree' }
  | { verdict: 'supplement'; note: string }
  /** `also`: what else is broken in the same item. However much it is, it is one vote. */
  | { verdict: 'disagree'; kind: BreakageKind; reason: string; also?: readonly Breakage[] }
  | { verdict: 'verification-error' };

export type PlanItemClass = 'agreed' | 'dissent-isolated' | 'majority-disagree' | 'undetermined';
export type GateResult = 'passed' | 'passed-with-dissent' | 'blocked-by-disagreement' | 'aborted-non-result';

export const SEVERITIES = ['critical', 'major', 'minor'] as const;

export interface CandidateBlocker {
  id: string;
  statement: string;
  evidence: EvidenceRef[];
  severity: (typeof SEVERITIES)[number];
}
export interface AcceptanceBlocker extends CandidateBlocker {
  followUpPhase: TaskPhase | null;
  source: 'verifier' | 'critic';
}
export interface ResidualRisk {
  statement: string;
  severity: string;
  evidence: EvidenceRef[];
  escalationTrigger: string;
  source: 'verifier' | 'critic';
}
/** `unproved`: the brief names no requirement that could be read, so nothing was there to accept or refuse. */
export type AcceptanceVerdict = 'accepted' | 'conditional-accept' | 'blocked' | 'unproved';

export const ClarificationItemSchema = z.object({
  id: z.templateLiteral(['C-', z.string()]),
  kind: z.enum(['question', 'material-request', 'decision']),
  /** Carries `Evidence checked: …`. */
  statement: z.string(),
  expectedForm: z.string(),
  status: z.enum(['open', 'answered', 'withdrawn']),
  blocks: z.enum(['approval', 'none']),
  userInput: z.string(),
});
export type ClarificationItem = z.infer<typeof ClarificationItemSchema>;

export interface JudgedPlanItem {
  item: PlanItem;
  votes: Readonly<Record<string, PlanVote>>;
  class: PlanItemClass;
}

export interface Dissent {
  itemId: PlanItem['id'];
  voter: string;
  kind: string;
  reason: string;
}

/** What a requirement was delivered as; the blocker it is listed as, null when it is covered. */
export interface RequirementRow {
  id: string;
  text: string;
  line: number;
  artifacts: { ref: EvidenceRef; by: string[] }[];
  blocker: string | null;
}

/** The verdict one worker alone would lead to; null when it gave no result. */
export interface WorkerVerdict {
  worker: string;
  verdict: AcceptanceVerdict | null;
  supports: string[];
}

export type Acceptance = {
  verdict: AcceptanceVerdict;
  blockers: AcceptanceBlocker[];
  risks: ResidualRisk[];
  requirements: RequirementRow[];
  workerVerdicts: WorkerVerdict[];
};

/** What happens in a phase, in order, as the run's log keeps it. */
export type ConvergenceEvent =
  | {
      type: 'convergence.started';
      phase: string;
      workers: readonly { id: string; name: string; kind: string }[];
      maxRounds: number;
      adversarial: boolean;
    }
  | { type: 'convergence.analysed'; worker: string; findings: number; error: string | null }
  | { type: 'convergence.grouped'; findings: readonly Finding[] }
  | { type: 'convergence.progress'; line: string }
  | { type: 'convergence.round_ended'; round: number; queue: readonly string[]; findings: readonly Finding[] }
  | { type: 'convergence.warning'; message: string }
  | ({ type: 'convergence.trace' } & WorkerTrace)
  | {
      type: 'convergence.critic';
      summary: CriticSummary;
      /** What it raised, word for word; of the acceptance critic with its severity. */
      said: readonly string[];
      /** Gaps that were shared, as findings of the critic; the acceptance critic has none. */
      merged: readonly Finding[];
      dropped: readonly Finding[];
      clarifications: readonly ClarificationItem[];
    }
  | {
      type: 'convergence.gate';
      gate: GateResult;
      gating: boolean;
      items: readonly JudgedPlanItem[];
      dissent: readonly Dissent[];
    }
  | ({ type: 'convergence.acceptance' } & Acceptance)
  | { type: 'convergence.clarifications'; items: readonly ClarificationItem[] }
  | {
      type: 'convergence.ended';
      finalState: FinalState;
      totalRounds: number;
      /** As the phase left them, also those nobody had to vote on. This and what follows are absent in older runs. */
      findings?: readonly Finding[];
      /** What the run ends with; it may wait for answers before it does. */
      outcome?: string;
      exitCode?: number;
      /** What was left out or switched off, and why. */
      notes: readonly string[];
    };
