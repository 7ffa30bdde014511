/** The engine behind routes, command line and MCP: `Jury` over the store and the host. */
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConformanceReport } from '@design-jury/contracts/conformance';
import { DEFAULT_AGENT_ID } from '@design-jury/contracts/defaults';
import type {
  CreateProjectRequest,
  RunSnapshot,
  StartRunRequest,
  TheaterSnapshot,
} from '@design-jury/contracts/http';
import type { Answer } from '@design-jury/contracts/questions';
import { isOpen, isTheaterRun, type Project, type RunRecord } from '@design-jury/contracts/run';
import {
  type DesignSystemList,
  PROJECT_SWITCH,
  type ProjectEnablement,
  type SkillList,
} from '@design-jury/contracts/skills';
import type { CritiqueConfig } from '@design-jury/contracts/theater/critique';
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { conformanceReport, historyFile, readHistory } from './agents/cycle-history.ts';
import type { AgentRegistry } from './agents/registry.ts';
import { DamageLook, damagedPages } from './host/damage.ts';
import type { Host, HostServices } from './host/host.ts';
import { findTranscript } from './host/log/transcript.ts';
import { assertWhole } from './host/log/transcript-bytes.ts';
import { eventsSince, foldStored, pageFile } from './host/reading.ts';
import type { PublishedItem } from './host/stream/bus.ts';
import type { Jury } from './jury.ts';
import { JuryError } from './jury-error.ts';
import { configFor, theaterDetails, titleOf } from './protocols/theater/new-run.ts';
import type { Seated } from './protocols/theater/perform.ts';
import { type AskedRun, keptRequest, loadRequest, noteStop } from './protocols/theater/request-file.ts';
import { type AnsweredRetry, Retries, type RetryOf } from './protocols/theater/retries.ts';
import { agentFor } from './protocols/theater/run-agent.ts';
import type { Library } from './skills/library.ts';
import { prepareRun } from './skills/prepare.ts';
import { conformanceDays, type Rollout, ratchet, readRollout } from './skills/rollout.ts';
import { FILE_ADVICE, fileErrorReason } from './store/file-error.ts';
import { version } from './version.ts';

export interface ServiceOptions extends HostServices {
  host: Host;
  config: CritiqueConfig;
  agents: AgentRegistry;
  /** Skills and design systems by id. @default none */
  library?: () => Promise<Library>;
  /** @default on by phase, no variable set */
  rollout?: Rollout;
  /** While it is true, what earlier processes left is still being ended. @default never */
  isRecovering?: () => boolean;
}

const NO_LIBRARY: Library = { skills: [], designs: [], skillProblems: [], designProblems: [] };

/** Loaded with its colours and fonts only when somebody asks. */
const listing = () => import('./skills/listing.ts');

export interface JuryService extends Jury {
  /** Who takes a run that another process started, from what is stored of it. */
  seatAgain(stored: { run: RunRecord; request: AskedRun }): Promise<Seated>;
  /** Ends what is under way and waits, and resolves when all of it is written. */
  close(): Promise<void>;
}

export function createJury(options: ServiceOptions): JuryService {
  return new RunService(options);
}

class RunService implements JuryService {
  readonly #options: ServiceOptions;
  readonly #startedAt: number;
  readonly #retries: Retries;
  readonly #damage: DamageLook;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#damage = new DamageLook(options);
    this.#retries = new Retries({
      ...options,
      start: (projectId, request, path, retryOf) => this.#startRun(projectId, request, path, retryOf),
      snapshot: (projectId, runId) => this.#theaterSnapshot(projectId, runId),
    });
    this.#startedAt = options.clock();
  }

  #library(): Promise<Library> {
    return this.#options.library?.() ?? Promise.resolve(NO_LIBRARY);
  }

  get #rollout(): Rollout {
    return this.#options.rollout ?? readRollout({});
  }

  async createProject(request: CreateProjectRequest): Promise<Project> {
    return this.#options.store.createProject(this.newProject(request));
  }

  newProject({ name, metadata }: CreateProjectRequest): Project {
    return { id: `p-${randomUUID()}`, name, metadata: metadata ?? {}, createdAt: this.#now() };
  }

  listProjects(limit: number): Promise<Project[]> {
    return this.#options.store.listProjects({ limit });
  }

  newestRuns(projectIds: readonly string[]): Promise<Map<string, RunRecord>> {
    return this.#options.store.newestRuns(projectIds);
  }

  async getProject(projectId: string): Promise<Project> {
    const project = await this.#options.store.getProject(projectId);
    if (project === null) throw new JuryError('not_found', `there is no project ${projectId}`);
    return project;
  }

  async patchProject(
    projectId: string,
    patch: { metadata?: Record<string, unknown> | undefined },
  ): Promise<Project> {
    await this.getProject(projectId);
    return this.#options.store.mergeProjectMetadata(projectId, patch.metadata ?? {});
  }

  startRun(
    project: string | Project,
    request: StartRunRequest,
    path: string | null = null,
  ): Promise<TheaterSnapshot> {
    return this.#startRun(project, request, path, null);
  }

  async #startRun(
    of: string | Project,
    request: StartRunRequest,
    path: string | null,
    retryOf: RetryOf | null,
  ): Promise<TheaterSnapshot> {
    const project = typeof of === 'string' ? await this.getProject(of) : of;
    const config = configFor(request, this.#options.config);
    const seated = await this.seat(project, request, path, config);
    const { agent, prepared } = seated;
    // As it was asked for, but with the brand as it was then: asked again, the page is drafted again.
    const { design } = prepared.request;
    const asked = { ...request, ...(design !== undefined && { design }) };
    const { id } = await this.#options.host.start({
      protocol: 'theater',
      project: of,
      title: titleOf(prepared.request),
      subjectKey: '',
      agent: agent.id,
      model: request.model ?? null,
      config: { ...config, enabled: prepared.enablement.on },
      request: keptRequest({ request: asked, path, turns: agent.capabilities.turns }),
      attachment: { seated },
      details: theaterDetails(prepared.request, prepared.enablement),
      ...(retryOf !== null && { retryOf: retryOf.runId }),
      ...(retryOf?.id !== undefined && { id: retryOf.id }),
    });
    return this.#theaterSnapshot(project.id, id);
  }

  async seatAgain({
    run,
    request: { request, path },
  }: {
    run: RunRecord;
    request: AskedRun;
  }): Promise<Seated> {
    const project = await this.getProject(run.projectId);
    return this.seat(project, request, path, configFor(request, this.#options.config));
  }

  /** Which agent, and what it has before it. Rejects with `bad_request` for what is not there. */
  async seat(
    project: Project,
    request: StartRunRequest,
    path: string | null,
    config: CritiqueConfig,
  ): Promise<Seated> {
    const prepared = await prepareRun(request, {
      project,
      library: () => this.#library(),
      rollout: this.#rollout,
      drafts: this.#options.agents.canDraft(request.agent ?? DEFAULT_AGENT_ID) ? 'agent' : 'us',
      path,
    });
    return { agent: await agentFor(this.#options.agents, prepared, config), prepared };
  }

  async interruptRun(projectId: string, runId: string): Promise<{ accepted: boolean; run: RunSnapshot }> {
    const record = await this.#run(projectId, runId);
    if (!this.#options.host.isActive(runId))
      return { accepted: false, run: await this.runSnapshot(projectId, runId) };
    if (isTheaterRun(record)) void noteStop(this.#folder(record));
    const accepted = await this.#options.host.stop(runId, { type: 'interrupted', recoveryReason: null });
    return { accepted, run: await this.runSnapshot(projectId, runId) };
  }

  done(runId: string): Promise<RunRecord> {
    return this.#options.host.done(runId);
  }

  async rerun(projectId: string, runId: string): Promise<TheaterSnapshot> {
    const record = await this.#run(projectId, runId);
    if (!isTheaterRun(record))
      throw new JuryError('bad_request', `run ${runId} is no run of the Theater: start it anew`);
    if (this.#options.host.isActive(runId))
      throw new JuryError('conflict', `run ${runId} is not over yet: interrupt it first`);
    return this.#retries.rerun(record);
  }

  answerRetry(questionId: string, answer: Answer, by: string): Promise<AnsweredRetry> {
    return this.#retries.answer(questionId, answer, by);
  }

  settleRetries(): Promise<TheaterSnapshot[]> {
    return this.#retries.settle();
  }

  async designText(projectId: string, runId: string): Promise<string | null> {
    const asked = await loadRequest(this.#folder(await this.#run(projectId, runId)));
    const { design, designSystem } = asked?.request ?? {};
    if (design !== undefined || designSystem === undefined) return design ?? null;
    const { designs } = await this.#library();
    return designs.find(({ id }) => id === designSystem)?.text ?? null;
  }

  allRuns(filter: { protocols?: readonly string[]; limit?: number }): Promise<RunRecord[]> {
    return this.#options.store.listAllRuns(filter);
  }

  damaged(runs: readonly RunRecord[]): Promise<ReadonlySet<string>> {
    return this.#damage.among(runs);
  }

  async listRuns(projectId: string, limit: number): Promise<RunRecord[]> {
    await this.getProject(projectId);
    return this.#options.store.listRuns(projectId, { limit });
  }

  async runSnapshot(projectId: string, runId: string): Promise<RunSnapshot> {
    return this.#snapshot(await this.#run(projectId, runId));
  }

  async snapshotOf(runId: string): Promise<RunSnapshot> {
    return this.#snapshot(await this.#options.host.get(runId));
  }

  async #snapshot(run: RunRecord): Promise<RunSnapshot> {
    const { store, host } = this.#options;
    const protocol = await host.protocol(run.protocol).catch(() => null);
    const live = host.live(run.id) ?? (await foldStored(this.#folder(run), run, protocol?.view));
    const pages = isOpen(run.state) ? [] : await damagedPages(this.#options, run);
    const damage = [...(live.damage ?? []), ...pages];
    return {
      run,
      held: await host.isHeld(run.id),
      rounds: await store.listRounds(run.id),
      mustFixes: await store.listMustFixes(run.id),
      queuePosition: host.queuePosition(run.id),
      lastEventId: live.lastEventId,
      state: live.state,
      ...(damage.length > 0 && { damage }),
    };
  }

  async #theaterSnapshot(projectId: string, runId: string): Promise<TheaterSnapshot> {
    const { run, state, ...rest } = await this.runSnapshot(projectId, runId);
    if (!isTheaterRun(run)) throw new JuryError('bad_request', `run ${runId} is no run of the Theater`);
    return { ...rest, run, state: state as CritiqueState };
  }

  async currentRun(projectId: string): Promise<RunSnapshot | null> {
    const [newest, ...older] = await this.listRuns(projectId, 50);
    if (newest === undefined) return null;
    const current = [newest, ...older].find((run) => run.state === 'running');
    return this.#snapshot(current ?? newest);
  }

  eventsSince(projectId: string, sinceId: number): AsyncGenerator<PublishedItem> {
    return eventsSince(this.#options, projectId, sinceId);
  }

  async transcriptFile(
    projectId: string,
    runId: string,
  ): Promise<{ path: string; encoding: 'identity' | 'gzip' }> {
    const run = await this.#run(projectId, runId);
    const path = await findTranscript(this.#folder(run));
    if (path === null) throw new JuryError('not_found', `run ${runId} has no transcript yet`);
    await assertWhole(path);
    return { path, encoding: path.endsWith('.gz') ? 'gzip' : 'identity' };
  }

  async artifactFile(
    projectId: string,
    runId: string,
    which: 'final' | number,
  ): Promise<{ path: string; mime: string }> {
    const run = await this.#run(projectId, runId);
    const rounds = await this.#options.store.listRounds(runId);
    return pageFile({
      folder: this.#folder(run),
      runId,
      rounds,
      which,
      open: this.#openRoundPage(runId, which),
    });
  }

  /** A round has no row until it ends, but its page is stored, and announced, before that. */
  #openRoundPage(runId: string, which: 'final' | number): string | null {
    const state = this.#options.host.live(runId)?.state as CritiqueState | undefined;
    if (state?.phase === undefined || state.phase === 'idle') return null;
    return state.rounds.find(({ n }) => n === which)?.artifact?.sha256 ?? null;
  }

  async skills(): Promise<SkillList> {
    return (await listing()).listSkills(await this.#library(), this.#rollout);
  }

  async designSystems(): Promise<DesignSystemList> {
    return (await listing()).listDesignSystems(await this.#library());
  }

  async designSample(designSystemId: string): Promise<string> {
    const page = (await listing()).samplePage(await this.#library(), designSystemId);
    if (page === null) throw new JuryError('not_found', `there is no design system ${designSystemId}`);
    return page;
  }

  async enablement(projectId: string): Promise<ProjectEnablement> {
    const { metadata } = await this.getProject(projectId);
    const override = metadata[PROJECT_SWITCH];
    const own = typeof override === 'boolean' ? override : null;
    const history = await readHistory(historyFile(this.#options.dataDir));
    const today = this.#now().slice(0, 10);
    const recommended = ratchet(conformanceDays(history), this.#rollout.phase, today);
    return (await listing()).projectEnablement(own, await this.#library(), this.#rollout, recommended);
  }

  conformance(): Promise<ConformanceReport> {
    return conformanceReport(this.#options.dataDir, this.#options.clock());
  }

  async agents() {
    return this.#options.agents.list();
  }

  async health() {
    const uptimeMs = Math.max(0, this.#options.clock() - this.#startedAt);
    return {
      status: this.#isRecovering ? ('recovering' as const) : ('ok' as const),
      version: version(),
      uptimeMs,
      running: this.#options.host.running,
      queued: this.#options.host.waiting,
    };
  }

  async ready() {
    const store = await this.#options.store.listProjects({ limit: 1 }).then(
      () => ({ name: 'store', ok: true, detail: null }),
      (error: Error) => ({ name: 'store', ok: false, detail: error.message }),
    );
    const checks = [store, await storageCheck(this.#options.dataDir)];
    if (this.#isRecovering)
      checks.push({ name: 'recovery', ok: false, detail: 'runs of an earlier process are being ended' });
    return { ready: checks.every(({ ok }) => ok), checks };
  }

  get #isRecovering(): boolean {
    return this.#options.isRecovering?.() ?? false;
  }

  async close(): Promise<void> {
    await this.#retries.close();
    await this.#options.host.close();
  }

  async #run(projectId: string, runId: string): Promise<RunRecord> {
    const record = await this.#options.store.getRun(runId);
    if (record === null || record.projectId !== projectId)
      throw new JuryError('not_found', `project ${projectId} has no run ${runId}`);
    return record;
  }

  #folder(record: Pick<RunRecord, 'artifactId'>): string {
    return this.#options.host.folder(record);
  }

  #now(): string {
    return new Date(this.#options.clock()).toISOString();
  }
}

const PROBE_BYTES = 4_096;

/** Only writing shows that there is room: quotas and read-only mounts answer here too. */
async function storageCheck(dataDir: string) {
  const name = 'storage';
  const probe = join(dataDir, `.probe-${randomUUID()}`);
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flag: 'wx' });
    return { name, ok: true, detail: null };
  } catch (error) {
    return { name, ok: false, detail: `${dataDir}: ${FILE_ADVICE[fileErrorReason(error)]}` };
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}
