/**
 * What the HTTP routes, the command line and MCP ask of the engine. The run host implements it; nothing here
 * knows about sockets, flags or tables.
 *
 * Every method rejects with a `JuryError` for a failure the caller can act on, and with anything else only for
 * a bug. Ids arrive validated against `ID_PATTERN`.
 */
import type { ConformanceReport } from '@design-jury/contracts/conformance';
import type {
  AgentInfo,
  CreateProjectRequest,
  Health,
  PatchProjectRequest,
  Readiness,
  RunSnapshot,
  StartRunRequest,
  TheaterSnapshot,
} from '@design-jury/contracts/http';
import type { RunFigures } from '@design-jury/contracts/ops';
import type { Answer, OperatorQuestion } from '@design-jury/contracts/questions';
import type { Project, RunFilter, RunRecord } from '@design-jury/contracts/run';
import type { DesignSystemList, ProjectEnablement, SkillList } from '@design-jury/contracts/skills';
import type { PublishedItem } from './host/stream/bus.ts';

/** A file the engine stands behind: an absolute path that no user component reached. */
export interface TranscriptFile {
  path: string;
  encoding: 'identity' | 'gzip';
}

export interface ArtifactFile {
  path: string;
  mime: string;
}

export interface InterruptResult {
  /** False when the run was already over: nothing was done, and nothing needed to be. */
  accepted: boolean;
  run: RunSnapshot;
}

export interface Jury {
  createProject(request: CreateProjectRequest): Promise<Project>;
  /** One that is not stored yet: its first run stores it, so a run that is refused leaves none behind. */
  newProject(request: CreateProjectRequest): Project;
  /** Newest first. */
  listProjects(limit: number): Promise<Project[]>;
  /** The newest run of each of these projects, by project. */
  newestRuns(projectIds: readonly string[]): Promise<Map<string, RunRecord>>;
  getProject(projectId: string): Promise<Project>;
  patchProject(projectId: string, patch: PatchProjectRequest): Promise<Project>;
  /** With all its runs, for good; `conflict` while one of them is under way. */
  deleteProject(projectId: string): Promise<void>;

  /**
   * Resolves as soon as the run is stored and queued or started; `unavailable` when the queue is full. `path` is
   * where the page lies, for callers on this machine: its folder's stylesheets and images are then read. Nothing
   * that comes over HTTP may set it. A project in place of an id is a new one.
   */
  startRun(
    project: string | Project,
    request: StartRunRequest,
    path?: string | null,
  ): Promise<TheaterSnapshot>;
  /** Resolves when the run is over or put aside, its rows written, and nothing of it is running. */
  done(runId: string): Promise<RunRecord>;
  interruptRun(projectId: string, runId: string): Promise<InterruptResult>;
  /**
   * A new run with the subject and configuration of an old one; `conflict` while the old one, or a retry that was asked
   * for by an answer, is under way. It answers the old one's question whether to try again.
   */
  rerun(projectId: string, runId: string): Promise<TheaterSnapshot>;
  /**
   * Answers what a run that proved nothing has asked, and starts the retry that is wanted: one, whoever else wants it.
   * `conflict` when somebody answered before, or when it cannot be tried any more: then it is asked again.
   */
  answerRetry(
    questionId: string,
    answer: Answer,
    by: string,
  ): Promise<{ question: OperatorQuestion; run: TheaterSnapshot | null }>;
  /** Starts what was answered by a process that died before it could; skips what is past its deadline. */
  settleRetries(): Promise<TheaterSnapshot[]>;
  /** What it is called in lists; what it is about stays. */
  renameRun(projectId: string, runId: string, title: string): Promise<RunRecord>;
  /** Goes on with a run that was put aside, or whose process is gone; `conflict` when it is over or somebody has it. */
  resumeRun(projectId: string, runId: string): Promise<RunSnapshot>;
  /** With its log and its pages, for good; `conflict` while it is under way. */
  deleteRun(projectId: string, runId: string): Promise<void>;
  /** Of all projects and protocols, newest first. */
  allRuns(filter: RunFilter): Promise<RunRecord[]>;
  /** What is counted of the runs since then, newest first. */
  runFigures(since: string, limit: number): Promise<RunFigures[]>;
  /** Newest first. */
  listRuns(projectId: string, limit: number): Promise<RunRecord[]>;
  /** The ids of those whose log or page is damaged, as far as it is known within a moment. */
  damaged(runs: readonly RunRecord[]): Promise<ReadonlySet<string>>;
  /** Of a run whose project is not known. */
  snapshotOf(runId: string): Promise<RunSnapshot>;
  runSnapshot(projectId: string, runId: string): Promise<RunSnapshot>;
  /** The run that is under way, else the one started last, else null. */
  currentRun(projectId: string): Promise<RunSnapshot | null>;

  /**
   * The numbered events of the project's logs with an id above `sinceId`, in order, up to the present.
   * An event is readable here before it is published on the bus: that is what makes a resume free of gaps.
   */
  eventsSince(projectId: string, sinceId: number): AsyncIterable<PublishedItem>;
  transcriptFile(projectId: string, runId: string): Promise<TranscriptFile>;
  artifactFile(projectId: string, runId: string, which: 'final' | number): Promise<ArtifactFile>;
  /** What a page is shown with that its source does not hold, as CSS: Tailwind compiled, sheets of its folder. */
  shownStyles(projectId: string, runId: string, which: 'final' | number): Promise<string>;
  /** The text of the DESIGN.md a run was given; null without one. */
  designText(projectId: string, runId: string): Promise<string | null>;

  skills(): Promise<SkillList>;
  designSystems(): Promise<DesignSystemList>;
  /** A page that shows a design system, drafted from one of our example briefs. */
  designSample(designSystemId: string): Promise<string>;
  /** Whether the jury would sit in this project, for each skill, and why. */
  enablement(projectId: string): Promise<ProjectEnablement>;

  agents(): Promise<AgentInfo[]>;
  /** Of the same, without asking any of them. */
  agentIds(): Promise<readonly string[]>;
  /** How agents did when they were tried. */
  conformance(): Promise<ConformanceReport>;
  health(): Promise<Health>;
  ready(): Promise<Readiness>;
}
