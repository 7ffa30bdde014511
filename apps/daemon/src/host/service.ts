/** The engine behind routes, command line and MCP: `Jury` over store, queue, host and logs. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { ConformanceReport } from '@design-jury/contracts/conformance';
import { DEFAULT_AGENT_ID } from '@design-jury/contracts/defaults';
import {
  type CreateProjectRequest,
  QUEUE_POSITION_EVENT,
  RUN_ENDED_EVENT,
  type RunSnapshot,
  type StartRunRequest,
} from '@design-jury/contracts/http';
import type { Answer } from '@design-jury/contracts/play';
import type { Project, RunRecord } from '@design-jury/contracts/run';
import {
  type DesignSystemList,
  PROJECT_SWITCH,
  type ProjectEnablement,
  type SkillList,
} from '@design-jury/contracts/skills';
import type { CritiqueConfig } from '@design-jury/contracts/theater/critique';
import { fold, IDLE } from '@design-jury/contracts/theater/fold';
import { pagePrompt } from '@design-jury/contracts/theater/panel-prompt';
import { conformanceReport, historyFile, readHistory } from '../agents/cycle-history.ts';
import type { AgentRegistry } from '../agents/registry.ts';
import type { Agent } from '../agents/session.ts';
import type { Usage } from '../agents/spending.ts';
import type { Jury } from '../jury.ts';
import { JuryError } from '../jury-error.ts';
import type { Library } from '../skills/library.ts';
import { type PreparedRun, prepareRun } from '../skills/prepare.ts';
import { conformanceDays, type Rollout, ratchet, readRollout } from '../skills/rollout.ts';
import { version } from '../version.ts';
import { artifactFolder } from './artifacts/artifacts.ts';
import { type HostedRun, type HostServices, hostRun } from './host.ts';
import { findTranscript } from './log/transcript.ts';
import { configFor, newRecord } from './new-run.ts';
import { claimRun } from './owner.ts';
import { type AnsweredRetry, Retries, type RetryOf } from './questions/retries.ts';
import { type QueueJob, RunQueue } from './queue.ts';
import { eventsSince, type FoldedRun, foldStored, pageFile } from './reading.ts';
import { loadRequest, noteStop, saveRequest } from './request-file.ts';
import { agentFor } from './run-agent.ts';
import { playSinglePass } from './single-pass.ts';
import { RunStop, type StopEnding } from './stop.ts';
import type { PublishedItem } from './stream/bus.ts';
import {
  failedEvent,
  interruptedEvent,
  legacyEnd,
  stoppedEvent,
  type UnplayedEnd,
  writeUnplayed,
} from './unstarted-ending.ts';

export interface ServiceOptions extends HostServices {
  config: CritiqueConfig;
  agents: AgentRegistry;
  /** Skills and design systems by id. @default none */
  library?: () => Promise<Library>;
  /** @default on by phase, no variable set */
  rollout?: Rollout;
}

/** A run that is queued or plays: what may be asked of it before its host exists. */
interface Active {
  hosted: HostedRun | null;
  /** Asked before there was a host to tell. */
  stop: StopEnding | null;
}

const SHUTDOWN = 'daemon_shutdown';

const NO_LIBRARY: Library = { skills: [], designs: [], skillProblems: [], designProblems: [] };

/** Loaded with its colours and fonts only when somebody asks. */
const listing = () => import('../skills/listing.ts');

function stopActive(active: Active, ending: StopEnding): void {
  active.stop ??= ending;
  active.hosted?.stop(ending);
}

export interface JuryService extends Jury {
  /** Ends what plays and waits, and resolves when all of it is written. */
  close(): Promise<void>;
}

export function createJury(options: ServiceOptions): JuryService {
  return new RunService(options);
}

class RunService implements JuryService {
  readonly #options: ServiceOptions;
  readonly #queue: RunQueue;
  readonly #active = new Map<string, Active>();
  readonly #live = new Map<string, FoldedRun>();
  readonly #startedAt: number;
  readonly #retries: Retries;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#retries = new Retries({
      ...options,
      start: (projectId, request, path, retryOf) => this.#startRun(projectId, request, path, retryOf),
      snapshot: (projectId, runId) => this.runSnapshot(projectId, runId),
    });
    this.#startedAt = options.clock();
    this.#queue = new RunQueue({
      maxConcurrent: options.config.maxConcurrentRuns,
      onPosition: ({ projectId, runId }, position) =>
        options.bus.announce({ projectId, runId, name: QUEUE_POSITION_EVENT, data: { runId, position } }),
    });
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
  ): Promise<RunSnapshot> {
    return this.#startRun(project, request, path, null);
  }

  async #startRun(
    of: string | Project,
    request: StartRunRequest,
    path: string | null,
    retryOf: RetryOf | null,
  ): Promise<RunSnapshot> {
    const project = typeof of === 'string' ? await this.getProject(of) : of;
    const projectId = project.id;
    const config = configFor(request, this.#options.config);
    const prepared = await prepareRun(request, {
      project,
      library: () => this.#library(),
      rollout: this.#rollout,
      drafts: this.#options.agents.canDraft(request.agent ?? DEFAULT_AGENT_ID) ? 'agent' : 'us',
      path,
    });
    const { enablement } = prepared;
    const agent = await agentFor(this.#options.agents, prepared, config);
    const record = newRecord({
      projectId,
      request: prepared.request,
      agent: agent.id,
      config,
      enablement,
      createdAt: this.#now(),
      retryOf,
    });
    const ready = Promise.withResolvers<boolean>();
    const job: QueueJob = {
      runId: record.id,
      projectId,
      play: async () => {
        if (!(await ready.promise)) return;
        if (enablement.on) await this.#play(record, agent, prepared);
        else await this.#playWithoutJury(record, agent, prepared);
      },
    };
    this.#active.set(record.id, { hosted: null, stop: null });
    const queued = this.#queue.enqueue(job);
    try {
      if (!queued.accepted) throw new JuryError('unavailable', queued.message);
      const folder = this.#folder(record);
      await claimRun(folder);
      // As it was asked for, but with the brand as it was then: asked again, the page is drafted again.
      const { design } = prepared.request;
      await saveRequest(folder, { request: { ...request, ...(design !== undefined && { design }) }, path });
      if (typeof of !== 'string') await this.#options.store.createProject(of);
      await this.#options.store.insertRun(record);
      ready.resolve(true);
    } catch (error) {
      this.#active.delete(record.id);
      ready.resolve(false);
      this.#queue.cancel(record.id);
      // There is no such run: another process may have started the same retry first.
      await rm(this.#folder(record), { recursive: true, force: true }).catch(() => {});
      throw error;
    }
    return this.runSnapshot(projectId, record.id);
  }

  async interruptRun(projectId: string, runId: string): Promise<{ accepted: boolean; run: RunSnapshot }> {
    const record = await this.#run(projectId, runId);
    const active = this.#active.get(runId);
    if (active === undefined) return { accepted: false, run: await this.runSnapshot(projectId, runId) };
    void noteStop(this.#folder(record));
    if (this.#queue.cancel(runId)) await this.#endUnplayed(record, interruptedEvent(record.id, null));
    else stopActive(active, { type: 'interrupted', recoveryReason: null });
    return { accepted: true, run: await this.runSnapshot(projectId, runId) };
  }

  async rerun(projectId: string, runId: string): Promise<RunSnapshot> {
    const record = await this.#run(projectId, runId);
    if (this.#active.has(runId))
      throw new JuryError('conflict', `run ${runId} is not over yet: interrupt it first`);
    return this.#retries.rerun(record);
  }

  answerRetry(questionId: string, answer: Answer, by: string): Promise<AnsweredRetry> {
    return this.#retries.answer(questionId, answer, by);
  }

  settleRetries(): Promise<RunSnapshot[]> {
    return this.#retries.settle();
  }

  async designText(projectId: string, runId: string): Promise<string | null> {
    const asked = await loadRequest(this.#folder(await this.#run(projectId, runId)));
    const { design, designSystem } = asked?.request ?? {};
    if (design !== undefined || designSystem === undefined) return design ?? null;
    const { designs } = await this.#library();
    return designs.find(({ id }) => id === designSystem)?.text ?? null;
  }

  async listRuns(projectId: string, limit: number): Promise<RunRecord[]> {
    await this.getProject(projectId);
    return this.#options.store.listRuns(projectId, { limit });
  }

  async runSnapshot(projectId: string, runId: string): Promise<RunSnapshot> {
    const run = await this.#run(projectId, runId);
    const { store } = this.#options;
    const live = this.#live.get(runId) ?? (await foldStored(this.#folder(run), run));
    return {
      run,
      rounds: await store.listRounds(runId),
      mustFixes: await store.listMustFixes(runId),
      queuePosition: this.#queue.position(runId),
      lastEventId: live.lastEventId,
      state: live.state,
    };
  }

  async currentRun(projectId: string): Promise<RunSnapshot | null> {
    const [newest, ...older] = await this.listRuns(projectId, 50);
    if (newest === undefined) return null;
    const playing = [newest, ...older].find((run) => run.state === 'running');
    return this.runSnapshot(projectId, (playing ?? newest).id);
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
    const state = this.#live.get(runId)?.state;
    if (state === undefined || state.phase === 'idle') return null;
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
      status: 'ok' as const,
      version: version(),
      uptimeMs,
      running: this.#queue.running,
      queued: this.#queue.waiting,
    };
  }

  async ready() {
    const store = await this.#options.store.listProjects({ limit: 1 }).then(
      () => ({ name: 'store', ok: true, detail: null }),
      (error: Error) => ({ name: 'store', ok: false, detail: error.message }),
    );
    return { ready: store.ok, checks: [store] };
  }

  async close(): Promise<void> {
    await this.#retries.close();
    const waiting = this.#queue.close();
    for (const active of this.#active.values())
      stopActive(active, { type: 'interrupted', recoveryReason: SHUTDOWN });
    for (const { runId } of waiting) await this.#endWaiting(runId).catch(() => {});
    await this.#queue.idle();
  }

  /** One that cannot be written down is left to the next start, which ends it. */
  async #endWaiting(runId: string): Promise<void> {
    const record = await this.#options.store.getRun(runId);
    if (record !== null) await this.#endUnplayed(record, interruptedEvent(runId, SHUTDOWN));
  }

  async #play(record: RunRecord, agent: Agent, { request, subject, skill }: PreparedRun): Promise<void> {
    const { store, bus } = this.#options;
    const active = this.#active.get(record.id) ?? { hosted: null, stop: null };
    const live: FoldedRun = { state: IDLE, lastEventId: 0 };
    const deafen = bus.listen(record.projectId, ({ runId, id, event }) => {
      if (runId !== record.id) return;
      live.state = fold(live.state, event);
      live.lastEventId = id;
    });
    try {
      const eventBase = await store.projectEventTotal(record.projectId);
      live.lastEventId = eventBase;
      this.#live.set(record.id, live);
      await store.updateRun(record.id, { state: 'running', startedAt: this.#now(), eventBase });
      active.hosted = hostRun(this.#options, {
        record: { ...record, eventBase },
        agent,
        subject,
        brief: request.brief ?? null,
        design: request.design ?? null,
        skill,
        ground: !agent.capabilities.measures,
      });
      if (active.stop !== null) active.hosted.stop(active.stop);
      await active.hosted.done;
    } catch (error) {
      // A host never rejects: the run could not even be noted as running.
      const message = error instanceof Error ? error.message : String(error);
      await this.#endUnplayed(record, failedEvent(record.id, 'storage_error', message));
    } finally {
      deafen();
      this.#live.delete(record.id);
      this.#active.delete(record.id);
    }
  }

  /** The decision was off: one turn, one page, stored as `legacy`. */
  async #playWithoutJury(record: RunRecord, agent: Agent, prepared: PreparedRun): Promise<void> {
    const { store, limits, bus } = this.#options;
    const { id: runId, projectId } = record;
    const active = this.#active.get(runId) ?? { hosted: null, stop: null };
    const stop = new RunStop();
    active.hosted = { stop: (ending) => stop.request(ending), done: new Promise(() => {}) };
    if (active.stop !== null) stop.request(active.stop);
    let end: UnplayedEnd | null = null;
    let used: Usage | null = null;
    try {
      await store.updateRun(runId, { state: 'running', startedAt: this.#now() });
      const { request, subject, skill } = prepared;
      const material = { subject, brief: request.brief ?? null, brand: request.design ?? null, skill };
      const { stopped, usage } = await playSinglePass({
        runId,
        agent,
        subject,
        prompt: pagePrompt(material),
        folder: this.#folder(record),
        config: record.config,
        limits,
        stop,
      });
      used = usage;
      if (stopped !== null) end = stoppedEvent(runId, stopped);
      else {
        await store.finishRun(legacyEnd(record, usage, this.#now()));
        bus.announce({ projectId, runId, name: RUN_ENDED_EVENT, data: { runId, state: 'legacy' } });
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      end = failedEvent(runId, 'storage_error', message);
    } finally {
      this.#active.delete(runId);
    }
    // Outside: an end that cannot be stored is not told a second time, as another.
    if (end !== null) await this.#endUnplayed(record, end, used);
  }

  async #endUnplayed(record: RunRecord, event: UnplayedEnd, usage: Usage | null = null): Promise<void> {
    this.#active.delete(record.id);
    await writeUnplayed(this.#options, record, event, usage);
  }

  async #run(projectId: string, runId: string): Promise<RunRecord> {
    const record = await this.#options.store.getRun(runId);
    if (record === null || record.projectId !== projectId)
      throw new JuryError('not_found', `project ${projectId} has no run ${runId}`);
    return record;
  }

  #folder(record: RunRecord): string {
    return artifactFolder(this.#options.dataDir, record.artifactId);
  }

  #now(): string {
    return new Date(this.#options.clock()).toISOString();
  }
}
