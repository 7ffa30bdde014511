/** What the machine of one phase knows, hears and wants done. Answers are kept as they came: the state is their fold. */
import type {
  CandidateBlocker,
  ClarificationItem,
  CriticSummary,
  Finding,
  PlanVote,
} from '@design-jury/contracts/convergence/schema';
import type { CandidateVote } from './acceptance.ts';
import type { RawFinding } from './grouping.ts';
import type { DraftedPlan } from './plan-draft.ts';
import type { PlanVerdict } from './plan-gate.ts';
import type { CheckedClaim } from './requirements.ts';
import type { ConvergenceRounds, DispatchResult } from './rounds.ts';
import type { SettledAcceptance } from './settle-acceptance.ts';
import type { Analysis, VoterResult } from './worker.ts';

/** In their order; a phase leaves out those it does not need. */
export type Step =
  /** Every worker alone. */
  | 'analysis'
  /** Of which findings a worker can say nothing. */
  | 'grouping'
  | 'rounds'
  /** What the coverage critic misses, and one round over it. */
  | 'gaps'
  | 'gap-grouping'
  | 'gap-round'
  /** A worker writes the plan, or mends the one it wrote. */
  | 'draft'
  | 'plan'
  /** What the acceptance critic argues, and the votes on it. */
  | 'candidates'
  | 'candidate-votes'
  | 'coverage'
  | 'report'
  | 'questions'
  | 'over';

export interface WorkerAnalysis {
  worker: string;
  result: VoterResult<Analysis>;
}

/** What the coverage critic came to. */
export interface Coverage {
  critic: CriticSummary;
  said: readonly string[];
  merged: Finding[];
  dropped: Finding[];
  clarifications: ClarificationItem[];
}

export interface Over {
  outcome: string;
  exitCode: number;
  cause: string | null;
  message: string | null;
}

export interface ConvergenceState {
  step: Step;
  notes: readonly string[];
  /** In the order of the roster once all have answered. */
  analyses: readonly WorkerAnalysis[];
  /** What is being grouped, the findings first and the critic's gaps later. */
  grouped: readonly Finding[];
  /** Null until the findings are grouped. */
  rounds: ConvergenceRounds | null;
  /** Of the round under way, over findings or over gaps. */
  votes: readonly DispatchResult[];
  /** What the critic said, and the one round over it. */
  gaps: { said: readonly string[]; round: ConvergenceRounds | null } | null;
  coverage: Coverage | null;
  /** Null where the task has a plan of its own, and where nobody wrote one. */
  draft: DraftedPlan | null;
  /** The round over the plan that is under way, from 1. */
  planRound: number;
  /** Of that round. */
  planVotes: readonly { worker: string; result: VoterResult<Record<string, PlanVote>> }[];
  /** Of the latest round over the plan. */
  gate: PlanVerdict | null;
  /** The phase is about a plan, and there is none. */
  lacksPlan: boolean;
  /** What is handed over goes out: what speaks against it holds it back. */
  handsOver: boolean;
  /** Null when no critic argued. */
  candidates: readonly CandidateBlocker[] | null;
  candidateVotes: readonly { voter: string; votes: Readonly<Record<string, CandidateVote>> }[];
  settled: SettledAcceptance | null;
  clarifications: readonly ClarificationItem[];
  over: Over | null;
  /** How a run ends that has only its questions left: of 0.1 that is all that was kept. */
  parked: Over | null;
}

/** Findings and gaps are looked at and voted on alike. */
export type Voted = 'findings' | 'gaps';

export type ConvergenceInput =
  | { type: 'analysed'; worker: string; result: VoterResult<Analysis> }
  /** By finding: who can say nothing of it. */
  | { type: 'looked'; of: Voted; notAsked: Readonly<Record<string, readonly string[]>> }
  | { type: 'voted'; of: Voted; round: number; result: DispatchResult; warnings: readonly string[] }
  | { type: 'gaps_named'; result: VoterResult<RawFinding[]> }
  | { type: 'plan_drafted'; result: VoterResult<string>; notes: readonly string[] }
  /** `round`: from 1; runs of older versions have one. */
  | { type: 'plan_voted'; worker: string; round?: number; result: VoterResult<Record<string, PlanVote>> }
  | { type: 'candidates_named'; result: VoterResult<CandidateBlocker[]> }
  | { type: 'candidates_voted'; voter: string; votes: Readonly<Record<string, CandidateVote>> }
  | { type: 'claims_checked'; claims: readonly CheckedClaim[] }
  | { type: 'reported'; seq: number }
  /** Answered, or left to the next run of the task. */
  | { type: 'questions_closed' }
  | { type: 'failed'; cause: string; message: string };

export type ConvergenceEffect =
  | { type: 'analyse'; workers: readonly string[] }
  | { type: 'look'; of: Voted }
  | { type: 'verify'; of: Voted; round: number; voters: readonly string[] }
  | { type: 'gaps' }
  | { type: 'draft' }
  | { type: 'gate'; round: number; voters: readonly string[] }
  | { type: 'candidates' }
  | { type: 'vote_candidates'; voters: readonly string[] }
  | { type: 'check_claims' }
  | { type: 'report' }
  | { type: 'ask'; items: readonly ClarificationItem[] };

export const FIRST_STATE: ConvergenceState = {
  step: 'analysis',
  notes: [],
  analyses: [],
  grouped: [],
  rounds: null,
  votes: [],
  gaps: null,
  coverage: null,
  draft: null,
  planRound: 1,
  planVotes: [],
  gate: null,
  lacksPlan: false,
  handsOver: false,
  candidates: null,
  candidateVotes: [],
  settled: null,
  clarifications: [],
  over: null,
  parked: null,
};
