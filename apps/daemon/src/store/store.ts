/**
 * What the daemon remembers, whatever engine keeps it. Rows are projections: the event log is the truth, and
 * every row here can be rebuilt by folding it. All methods reject with a `StoreError` and nothing else.
 */

import type { RunFigures } from '@design-jury/contracts/ops';
import type { OperatorQuestion } from '@design-jury/contracts/questions';
import type {
  OpenState,
  Project,
  RunFilter,
  RunMustFix,
  RunRecord,
  RunRound,
  RunState,
} from '@design-jury/contracts/run';
import type { MustFix } from '@design-jury/contracts/theater/critique';
import type { KeyValues } from './key-values.ts';
import type { LeaseStore } from './leases.ts';
import type { QuestionStore } from './questions.ts';

export interface Page {
  /** @defaultValue 50; never more than 200 */
  limit?: number;
  /** Continue after this id (the last one of the page before): newest first. */
  before?: string;
}

/** What changes while a run lives. How it ends goes through `finishRun`, once. */
export type RunPatch = Partial<
  Pick<
    RunRecord,
    | 'title'
    | 'model'
    | 'recoveryReason'
    | 'inputTokens'
    | 'outputTokens'
    | 'costUsd'
    | 'eventBase'
    | 'eventCount'
    | 'startedAt'
    | 'updatedAt'
  >
> & { state?: OpenState; composite?: number | null };

/** A machine's state after the event `seq`. */
export interface Checkpoint {
  seq: number;
  state: unknown;
}

export interface FinishedRun
  extends Pick<
    RunRecord,
    'cause' | 'recoveryReason' | 'inputTokens' | 'outputTokens' | 'costUsd' | 'eventCount'
  > {
  runId: string;
  /** Over. */
  state: Exclude<RunState, OpenState>;
  /** @default the state */
  outcome?: string;
  /** @default null */
  exitCode?: number | null;
  /** Set: only who has the lease may end it. */
  owner?: string;
  endedAt: string;
  composite: number | null;
  finalRound: number | null;
  /** All closed rounds: stored as rows and, bounded, in the artifact's summary column. */
  rounds: readonly RunRound[];
  /** Relative to the artifact's folder; null when no transcript could be kept. */
  transcriptPath: string | null;
  protocolVersion: number | null;
  /** What went wrong, in words, for the question. */
  message?: string | null;
  /** Asked together with the end, while few others are open. */
  question?: OperatorQuestion | null;
}

/** Who has a run from its first moment on: a process that opens the folder meanwhile must not take it for one that was left. */
export interface FirstLease {
  owner: string;
  until: number;
}

export interface Store {
  /** Rejects with `conflict` when the id is taken. */
  createProject(project: Project): Promise<Project>;
  getProject(id: string): Promise<Project | null>;
  listProjects(page?: Page): Promise<Project[]>;
  /** JSON merge patch (RFC 7396): objects merge, null removes, everything not named stays. */
  mergeProjectMetadata(id: string, patch: Record<string, unknown>): Promise<Project>;
  /** Here and below: rejects with `missing` for an unknown one. */
  renameProject(id: string, name: string): Promise<Project>;
  /** Rejects with `conflict` while it has runs. */
  deleteProject(id: string): Promise<void>;

  /**
   * Also creates the run's artifact row: an artifact belongs to one run, its folder holds one transcript. What older
   * runs of the project asked about the same subject is withdrawn.
   */
  insertRun(record: RunRecord, lease?: FirstLease): Promise<void>;
  /**
   * Rejects with `missing` for an unknown run, and with `conflict` when `state` is set on a run that is over, or an owner is
   * named who has the run no longer.
   */
  updateRun(id: string, patch: RunPatch, owner?: string): Promise<void>;
  /** Its rows, for good. What is in its folder is the caller's to remove. */
  deleteRun(id: string): Promise<void>;
  getRun(id: string): Promise<RunRecord | null>;
  /** Newest first. */
  listRuns(projectId: string, page?: Page): Promise<RunRecord[]>;
  /** Of all projects, newest first. */
  listAllRuns(filter: RunFilter): Promise<RunRecord[]>;
  /** Of all projects since then, newest first, at most `limit`: only what is counted of a run. */
  runFigures(since: string, limit: number): Promise<RunFigures[]>;
  latestRun(protocol: string, subjectKey: string): Promise<RunRecord | null>;
  checkpoint(runId: string): Promise<Checkpoint | null>;
  /** The newest run of each of these projects, by project; one that never ran is left out. */
  newestRuns(projectIds: readonly string[]): Promise<Map<string, RunRecord>>;
  /** Queued or running, oldest first: what a restart has to end. @param projectId only of this project */
  findUnfinishedRuns(projectId?: string): Promise<RunRecord[]>;
  /** Under way, or changed since; with events, in the order of their projects' events. */
  changedRuns(since: string): Promise<RunRecord[]>;
  /** Runs with events above this id, or under way; in the order of their events. */
  runsWithEventsAfter(projectId: string, sinceId: number): Promise<RunRecord[]>;
  /** Events of the project's runs so far: the next run's `eventBase`. */
  projectEventTotal(projectId: string): Promise<number>;

  /** Here and below: `conflict` where an owner is named who has the run no longer. */
  saveRound(runId: string, round: RunRound, owner?: string): Promise<void>;
  listRounds(runId: string): Promise<RunRound[]>;
  /** Inserts or replaces by id, all in one transaction; demands not named stay. */
  saveMustFixes(runId: string, list: readonly MustFix[], owner?: string): Promise<void>;
  listMustFixes(runId: string): Promise<RunMustFix[]>;

  /**
   * The run's end: run row, rounds and artifact row in one transaction that is on the disk when this resolves.
   * False, and nothing changed, when the run was over already: the first verdict stands.
   */
  finishRun(finished: FinishedRun): Promise<boolean>;

  readonly leases: LeaseStore;
  readonly questions: QuestionStore;
  readonly keyValues: KeyValues;

  close(): Promise<void>;
}
