/**
 * The tables as the migrations leave them, by the names that Kysely's plugin gives them: `created_at` is `createdAt`. JSON
 * columns are text, flags are 0 or 1: both engines have those.
 */
import type { RunMustFix, RunRecord, RunRound } from '@design-jury/contracts/run';
import type { CritiqueStatus } from '@design-jury/contracts/theater/critique';

export interface Schema {
  projects: ProjectRow;
  artifacts: ArtifactRow;
  runs: RunRow;
  rounds: RoundRow;
  mustFixes: MustFixRow;
  questions: QuestionRow;
  keyValues: KeyValueRow;
}

export interface ProjectRow {
  id: string;
  name: string;
  metadataJson: string;
  createdAt: string;
}

export interface ArtifactRow {
  id: string;
  projectId: string;
  createdAt: string;
  critiqueScore: number | null;
  critiqueRoundsJson: string | null;
  critiqueTranscriptPath: string | null;
  critiqueStatus: CritiqueStatus | null;
  critiqueProtocolVersion: number | null;
}

export interface RunRow extends Omit<RunRecord, 'config' | 'retryOf'> {
  retryOf: string | null;
  skill: string | null;
  configJson: string;
  /** The Theater's subject; null for every other protocol. */
  subjectJson: string | null;
  enablementJson: string | null;
  composite: number | null;
  finalRound: number | null;
  /** The machine's state after the event `checkpointSeq`: a cache, or all that a run of 0.1 kept. */
  checkpointJson: string | null;
  checkpointSeq: number | null;
  /** The process that performs it, until `ownedUntil` (milliseconds since the epoch). */
  owner: string | null;
  ownedUntil: number | null;
  /** 1 while it is under way, so that no other run of its project is; 0 while it waits or is only ended. */
  ownsProject: 0 | 1;
}

export interface RoundRow extends RunRound {
  runId: string;
}

export interface MustFixRow extends Omit<RunMustFix, 'witness' | 'synthetic'> {
  witnessJson: string | null;
  synthetic: number;
}

export interface QuestionRow {
  id: string;
  runId: string;
  /** 1 where it asks whether to try the run again. */
  isRetry: number;
  questionKey: string;
  bodyJson: string;
  status: 'open' | 'answered' | 'withdrawn';
  answerJson: string | null;
  answeredBy: string | null;
  askedAt: string;
  answeredAt: string | null;
  deadlineAt: string | null;
}

export interface KeyValueRow {
  key: string;
  value: string;
  /** Milliseconds since the epoch; null never expires. */
  expiresAt: number | null;
}
