/** Whoever analyses and votes: an agent asked in words, or a deterministic analyser. All blind to each other. */
import type {
  CandidateBlocker,
  Finding,
  PlanItem,
  PlanVote,
  TaskPhase,
} from '@design-jury/contracts/convergence/schema';
import type { z } from 'zod';
import { askAgent } from '../../agents/ask.ts';
import type { Agent } from '../../agents/session.ts';
import type { CandidateVote } from './acceptance.ts';
import type { RawQuestion } from './clarifications.ts';
import type { RawFinding } from './grouping.ts';
import {
  analysisPrompt,
  candidatePrompt,
  candidateVotePrompt,
  draftPlanPrompt,
  gapPrompt,
  planPrompt,
  verifyPrompt,
} from './prompts.ts';
import type { CoverageClaim, Requirement } from './requirements.ts';
import type { RawVote } from './rounds.ts';
import type { Heard } from './trace-lane.ts';
import {
  AnalysisSchema,
  CandidatesSchema,
  CandidateVotesSchema,
  FindingsSchema,
  PlanDraftSchema,
  PlanVotesSchema,
  VotesSchema,
} from './worker-answers.ts';

/** The result of asking one voter. Never a number and never a pass where there was no answer. */
export type VoterResult<T> =
  | { status: 'ok'; value: T }
  | { status: 'error'; error: string; attempts: number };

export interface TaskMaterial {
  phase: TaskPhase;
  brief: string;
  /** There is no brief: what stands in its place is the plan itself. */
  isPlanOnly: boolean;
  /** The project's folder; workers read it and change nothing. */
  project: string;
  /** What of the project an analyser is shown, for agents that open no files. */
  digest: string;
  /** Of the brief; asked about in the final verification. */
  requirements: readonly Requirement[];
  /** What a person answered in earlier runs. Analysers see it; verifiers read only what a claim cites. */
  answers: readonly { statement: string; answer: string }[];
  focus: string;
  /** What comes out of the phase, and what is not done in it. */
  outputs: readonly string[];
  nonGoals: readonly string[];
  isAdversarial: boolean;
  mode: 'lightweight' | 'full-reanalysis';
}

/** What one worker says alone. */
export interface Analysis {
  findings: RawFinding[];
  questions: RawQuestion[];
  coverage: CoverageClaim[];
  /** How much there was that it could judge. Whoever answers in words does not count it. */
  looked?: number;
  /** Requirements whose files are there, and of which nothing shows that they do what is asked. */
  unproved?: string[];
}

/** A finding as a verifier sees it: with what the host saw at the cited places. */
export interface ShownFinding {
  finding: Finding;
  notes: readonly string[];
  /** What stands right around the cited places; empty where verifiers judge the text alone. */
  surroundings: readonly string[];
}

export interface Worker {
  readonly id: string;
  readonly name: string;
  readonly kind: 'agent' | 'grounded';
  analyse(task: TaskMaterial, signal: AbortSignal): Promise<VoterResult<Analysis>>;
  verify(
    task: TaskMaterial,
    items: readonly ShownFinding[],
    signal: AbortSignal,
  ): Promise<VoterResult<Record<string, RawVote>>>;
  /** Of those who write. */
  draftPlan?(task: TaskMaterial, order: PlanOrder, signal: AbortSignal): Promise<VoterResult<string>>;
  votePlan(
    task: TaskMaterial,
    plan: PlanText,
    signal: AbortSignal,
  ): Promise<VoterResult<Record<string, PlanVote>>>;
  voteCandidates(
    task: TaskMaterial,
    candidates: readonly CandidateBlocker[],
    signal: AbortSignal,
  ): Promise<VoterResult<Record<string, CandidateVote>>>;
  /** Findings of which it can say nothing; their silence is then not held against them. */
  cannotJudge?(task: TaskMaterial, items: readonly ShownFinding[]): Promise<readonly string[]>;
}

export interface PlanText {
  text: string;
  items: readonly PlanItem[];
  /** By item: what the host saw. */
  notes: ReadonlyMap<string, readonly string[]>;
  /** By item: what was said against it in the round before. */
  earlier?: ReadonlyMap<string, readonly string[]>;
}

/** What a plan is written from. */
export interface PlanOrder {
  agreed: readonly Finding[];
  /** The plan as it stands, and what is wrong with it; null for the first. */
  before: { text: string; demands: readonly string[] } | null;
}

/** What the coverage and the acceptance critic are asked beyond a vote. */
export interface CriticWorker {
  readonly provider: string;
  gaps(
    task: TaskMaterial,
    known: readonly Finding[],
    signal: AbortSignal,
  ): Promise<VoterResult<RawFinding[]>>;
  candidates(
    task: TaskMaterial,
    known: readonly Finding[],
    signal: AbortSignal,
  ): Promise<VoterResult<CandidateBlocker[]>>;
}

export interface AgentWorkerOptions {
  agent: Agent;
  runId: string;
  /** The worker's own folder: never the project, where nothing may be left behind. */
  workDir: string;
  timeoutMs: number;
  /** Who watches it at work. */
  listener?: WorkerListener;
}

/** Hears a worker while it works; what it hears goes to a screen and a log, and to no other worker. */
export interface WorkerListener {
  heard(delta: Heard): void;
  /** There was no usable answer, and the same is asked once more. */
  askedAgain(cause: string): void;
}

const ATTEMPTS = 2;
/** An agent may think for minutes before its first word; one that is silent for longer is not at work. */
const LONGEST_SILENCE_MS = 240_000;

export function agentWorker({
  agent,
  runId,
  workDir,
  timeoutMs,
  listener,
}: AgentWorkerOptions): Worker & CriticWorker {
  /** No result is asked for once more; then it is an error of this voter and of nobody else. */
  const ask = async <T>(
    prompt: string,
    schema: z.ZodType<T>,
    signal: AbortSignal,
  ): Promise<VoterResult<T>> => {
    let error = '';
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const quiet = Math.min(timeoutMs, LONGEST_SILENCE_MS);
      const limits = { totalTimeoutMs: timeoutMs, firstByteTimeoutMs: quiet, idleTimeoutMs: quiet };
      const asked = await askAgent(agent, {
        prompt,
        schema,
        runId,
        workDir,
        signal,
        limits,
        onDelta: (delta) => {
          if (delta.type !== 'error' && delta.type !== 'end' && delta.type !== 'abstain')
            listener?.heard(delta);
        },
      });
      if (asked.ok) return { status: 'ok', value: asked.value };
      error = asked.message;
      if (asked.reason === 'interrupted' || asked.reason === 'unavailable' || asked.reason === 'auth')
        return { status: 'error', error, attempts: attempt };
      if (attempt < ATTEMPTS) listener?.askedAgain(error);
    }
    return { status: 'error', error, attempts: ATTEMPTS };
  };
  return {
    id: agent.id,
    name: agent.name,
    kind: 'agent',
    provider: agent.id,
    async analyse(task, signal) {
      const result = await ask(analysisPrompt(task), AnalysisSchema, signal);
      return mapped(result, (said) => ({
        ...said,
        findings: said.findings.map((finding) => ({ ...finding, worker: agent.id })),
      }));
    },
    async verify(task, items, signal) {
      const result = await ask(verifyPrompt(task, items), VotesSchema, signal);
      return mapped(result, ({ votes }) => Object.fromEntries(votes.map(({ id, ...vote }) => [id, vote])));
    },
    async draftPlan(task, order, signal) {
      const result = await ask(draftPlanPrompt(task, order), PlanDraftSchema, signal);
      return mapped(result, ({ plan }) => asFile(plan));
    },
    async votePlan(task, plan, signal) {
      const result = await ask(planPrompt(task, plan), PlanVotesSchema, signal);
      return mapped(result, ({ votes }) =>
        Object.fromEntries(votes.map((vote) => [vote.id, planVoteOf(vote)])),
      );
    },
    async voteCandidates(_, candidates, signal) {
      const result = await ask(candidateVotePrompt(candidates), CandidateVotesSchema, signal);
      return mapped(result, ({ votes }) =>
        Object.fromEntries(
          votes.map(({ id, confirmed, evidence: shown, reason }): [string, CandidateVote] => [
            id,
            // A confirmation is a reproduction or evidence, not a feeling.
            confirmed && shown.length > 0
              ? { verdict: 'confirm', evidence: shown }
              : { verdict: 'not-confirmed', reason },
          ]),
        ),
      );
    },
    async gaps(task, known, signal) {
      const result = await ask(gapPrompt(task, known), FindingsSchema, signal);
      return mapped(result, (said) =>
        said.findings.map((finding) => ({ ...finding, worker: `${agent.id}-critic` })),
      );
    },
    async candidates(task, known, signal) {
      const result = await ask(candidatePrompt(task, known), CandidatesSchema, signal);
      return mapped(result, ({ candidates }) =>
        candidates.map((candidate, index) => ({
          ...candidate,
          id: `B-${String(index + 1).padStart(3, '0')}`,
        })),
      );
    },
  };
}

/** As it is when it was written and read again: an approval is for these very bytes. */
function asFile(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no text file has them
  return text.toWellFormed().replace(/^\uFEFF|[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/g, '');
}

function planVoteOf({ verdict, kind, reason }: z.infer<typeof PlanVotesSchema>['votes'][number]): PlanVote {
  if (verdict === 'AGREE') return { verdict: 'agree' };
  if (verdict === 'SUPPLEMENT') return { verdict: 'supplement', note: reason };
  // Doubt without a kind contradicts the item as such.
  return { verdict: 'disagree', kind: kind ?? 'e', reason };
}

function mapped<From, To>(result: VoterResult<From>, map: (value: From) => To): VoterResult<To> {
  return result.status === 'ok' ? { status: 'ok', value: map(result.value) } : result;
}
