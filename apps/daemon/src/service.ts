/** The engine behind routes, command line and MCP: `Jury` over the store and the host. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DEFAULT_AGENT_ID } from '@design-jury/contracts/defaults';
import {
  isTheaterSnapshot,
  type RunSnapshot,
  type StartRunRequest,
  type TheaterSnapshot,
} from '@design-jury/contracts/http';
import { isOpen, isTheaterRun, type Project, type RunRecord } from '@design-jury/contracts/run';
import type { CritiqueConfig } from '@design-jury/contracts/theater/critique';
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import type { AgentRegistry } from './agents/registry.ts';
import { DamageLook, damagedPages } from './host/damage.ts';
import type { Host, HostServices } from './host/host.ts';
import { assertWhole } from './host/log/transcript-lines.ts';
import type { RunPlace } from './host/place/place.ts';
import { eventsSince, foldStored, type OpenPage, pageFile } from './host/reading.ts';
import type { Jury } from './jury.ts';
import { JuryError } from './jury-error.ts';
import { configFor, theaterDetails, titleOf } from './protocols/theater/new-run.ts';
import type { Seated } from './protocols/theater/perform.ts';
import { type AskedRun, keptRequest, loadRequest } from './protocols/theater/request-file.ts';
import { Retries, type RetryOf } from './protocols/theater/retries.ts';
import { agentFor } from './protocols/theater/run-agent.ts';
import { statusPart } from './service-status.ts';
import type { Library } from './skills/library.ts';
import { prepareRun } from './skills/prepare.ts';
import { type Rollout, readRollout } from './skills/rollout.ts';

export interface ServiceOptions extends HostServices {
  dataDir: string;
  host: Host;
  config: CritiqueConfig;
  agents: AgentRegistry;
  /** Skills and design systems by id. @default none */
  library?: () => Promise<Library>;
  /** @default on by phase, no variable set */
  rollout?: Rollout;
  /** What a page is shown with beside its source. @default nothing */
  styles?: (page: { html: string; path: string | null }) => Promise<string>;
  /** While it is true, what earlier processes left is still being ended. @default never */
  isRecovering?: () => boolean;
}

const NO_LIBRARY: Library = { skills: [], designs: [], skillProblems: [], designProblems: [] };
/** Of a project, looked through for the one that is under way. */
const NEWEST = 50;

export interface JuryService extends Jury {
  /** Who takes a run that another process started, from what is stored of it. */
  seatAgain(stored: { run: RunRecord; request: AskedRun }): Promise<Seated>;
  /** Ends what is under way and waits, and resolves when all of it is written. */
  close(): Promise<void>;
}

export function createJury(options: ServiceOptions): JuryService {
  const { host, store, config, agents } = options;
  const { styles = async () => '' } = options;
  const { library = async () => NO_LIBRARY, rollout = readRollout({}), isRecovering = () => false } = options;
  const damage = new DamageLook(options);
  const retries = new Retries({ ...options, start: startRun, snapshot: theaterSnapshot });

  async function getProject(projectId: string): Promise<Project> {
    const project = await store.getProject(projectId);
    if (project === null) throw new JuryError('not_found', `there is no project ${projectId}`);
    return project;
  }

  async function getRun(projectId: string, runId: string): Promise<RunRecord> {
    const record = await store.getRun(runId);
    if (record === null || record.projectId !== projectId)
      throw new JuryError('not_found', `project ${projectId} has no run ${runId}`);
    return record;
  }

  async function startRun(
    of: string | Project,
    request: StartRunRequest,
    path: string | null,
    retryOf: RetryOf | null,
  ): Promise<TheaterSnapshot> {
    const project = typeof of === 'string' ? await getProject(of) : of;
    const ruled = configFor(request, config);
    const seated = await seat(project, request, path, ruled);
    const { agent, prepared } = seated;
    // As it was asked for, but with the brand as it was then: asked again, the page is drafted again.
    const { design } = prepared.request;
    const asked = { ...request, ...(design !== undefined && { design }) };
    const { id } = await host.start({
      protocol: 'theater',
      project: of,
      title: titleOf(prepared.request),
      subjectKey: '',
      agent: agent.id,
      model: request.model ?? null,
      config: { ...ruled, enabled: prepared.enablement.on },
      request: keptRequest({
        request: asked,
        path,
        turns: agent.capabilities.turns,
        ...(agent.versions !== undefined && { versions: { ...agent.versions } }),
      }),
      attachment: { seated },
      details: theaterDetails(prepared.request, prepared.enablement, prepared.lacks),
      ...(retryOf !== null && { retryOf: retryOf.runId }),
      ...(retryOf?.id !== undefined && { id: retryOf.id }),
    });
    return theaterSnapshot(project.id, id);
  }

  /** Which agent, and what it has before it. Rejects with `bad_request` for what is not there. */
  async function seat(
    project: Project,
    request: StartRunRequest,
    path: string | null,
    ruled: CritiqueConfig,
  ): Promise<Seated> {
    const prepared = await prepareRun(request, {
      project,
      library,
      rollout,
      drafts: agents.canDraft(request.agent ?? DEFAULT_AGENT_ID) ? 'agent' : 'us',
      path,
    });
    return { agent: await agentFor(agents, prepared, ruled), prepared };
  }

  async function snapshot(run: RunRecord): Promise<RunSnapshot> {
    const protocol = await host.protocol(run.protocol).catch(() => null);
    const live = host.live(run.id) ?? (await foldStored(host.place(run), run, protocol?.view));
    const pages = isOpen(run.state) ? [] : await damagedPages(options, run);
    const found = [...(live.damage ?? []), ...pages];
    return {
      run,
      held: await host.isHeld(run.id),
      rounds: await store.listRounds(run.id),
      mustFixes: await store.listMustFixes(run.id),
      queuePosition: await host.queuePosition(run.id),
      lastEventId: live.lastEventId,
      state: live.state,
      ...(found.length > 0 && { damage: found }),
    };
  }

  async function runSnapshot(projectId: string, runId: string): Promise<RunSnapshot> {
    return snapshot(await getRun(projectId, runId));
  }

  async function theaterSnapshot(projectId: string, runId: string): Promise<TheaterSnapshot> {
    const { run, state, ...rest } = await runSnapshot(projectId, runId);
    if (!isTheaterRun(run)) throw new JuryError('bad_request', `run ${runId} is no run of the Theater`);
    return { ...rest, run, state: state as CritiqueState };
  }

  async function listRuns(projectId: string, limit: number): Promise<RunRecord[]> {
    await getProject(projectId);
    return store.listRuns(projectId, { limit });
  }

  /** A round has no row until it ends, but its page is stored, and announced, before that; not every round ends. */
  async function unendedPage(
    projectId: string,
    runId: string,
    which: 'final' | number,
  ): Promise<OpenPage | null> {
    if (which === 'final') return null;
    const live = host.live(runId)?.state as CritiqueState | undefined;
    if (live?.phase !== undefined) return pageOfRound(live, which);
    const stored = await runSnapshot(projectId, runId);
    return isTheaterSnapshot(stored) ? pageOfRound(stored.state, which) : null;
  }

  async function artifactFile(
    projectId: string,
    runId: string,
    which: 'final' | number,
  ): Promise<{ path: string; mime: string; place: RunPlace }> {
    const place = host.place(await getRun(projectId, runId));
    const rounds = await store.listRounds(runId);
    const isRow = which === 'final' || rounds.some(({ n }) => n === which);
    const open = isRow ? null : await unendedPage(projectId, runId, which);
    return { ...(await pageFile({ place, runId, rounds, which, open })), place };
  }

  const newProject: Jury['newProject'] = ({ name, metadata = {} }) => ({
    id: `p-${randomUUID()}`,
    name,
    metadata,
    createdAt: new Date(options.clock()).toISOString(),
  });

  return {
    ...statusPart({ ...options, getProject, library, rollout, isRecovering }),
    newProject,
    createProject: async (request) => store.createProject(newProject(request)),
    listProjects: (limit) => store.listProjects({ limit }),
    newestRuns: (projectIds) => store.newestRuns(projectIds),
    getProject,
    async patchProject(projectId, { name, metadata }) {
      await getProject(projectId);
      const renamed = name === undefined ? null : await store.renameProject(projectId, name);
      if (metadata !== undefined) return store.mergeProjectMetadata(projectId, metadata);
      return renamed ?? getProject(projectId);
    },
    async deleteProject(projectId) {
      await getProject(projectId);
      for (;;) {
        const runs = await store.listRuns(projectId, { limit: NEWEST });
        if (runs.length === 0) break;
        // Before the first one goes: a project is not half deleted.
        for (const run of runs)
          if (run.state === 'queued' || run.state === 'running' || (await host.isHeld(run.id)))
            throw new JuryError('conflict', `run ${run.id} is not over yet: interrupt it first`);
        for (const run of runs) await host.remove(run.id);
      }
      await store.deleteProject(projectId);
    },
    async renameRun(projectId, runId, title) {
      await getRun(projectId, runId);
      await store.updateRun(runId, { title });
      return getRun(projectId, runId);
    },
    async resumeRun(projectId, runId) {
      await getRun(projectId, runId);
      await host.resume(runId);
      return runSnapshot(projectId, runId);
    },
    async deleteRun(projectId, runId) {
      await getRun(projectId, runId);
      await host.remove(runId);
    },
    startRun: (project, request, path = null) => startRun(project, request, path, null),
    async seatAgain({ run, request: { request, path } }) {
      return seat(await getProject(run.projectId), request, path, configFor(request, config));
    },
    async interruptRun(projectId, runId) {
      const record = await getRun(projectId, runId);
      if (!host.canStop(record)) return { accepted: false, run: await snapshot(record) };
      if (isTheaterRun(record)) void host.place(record).noteStop();
      const accepted = await host.stop(runId, { type: 'interrupted', recoveryReason: null });
      return { accepted, run: await runSnapshot(projectId, runId) };
    },
    done: (runId) => host.done(runId),
    async rerun(projectId, runId) {
      const record = await getRun(projectId, runId);
      if (!isTheaterRun(record))
        throw new JuryError('bad_request', `run ${runId} is no run of the Theater: start it anew`);
      if (host.isActive(runId))
        throw new JuryError('conflict', `run ${runId} is not over yet: interrupt it first`);
      return retries.rerun(record);
    },
    answerRetry: (questionId, answer, by) => retries.answer(questionId, answer, by),
    settleRetries: () => retries.settle(),
    async designText(projectId, runId) {
      const asked = await loadRequest(host.place(await getRun(projectId, runId)));
      const { design, designSystem } = asked?.request ?? {};
      if (design !== undefined || designSystem === undefined) return design ?? null;
      return (await library()).designs.find(({ id }) => id === designSystem)?.text ?? null;
    },
    allRuns: (filter) => store.listAllRuns(filter),
    runFigures: (since, limit) => store.runFigures(since, limit),
    damaged: (runs) => damage.among(runs),
    listRuns,
    runSnapshot,
    snapshotOf: async (runId) => snapshot(await host.get(runId)),
    async currentRun(projectId) {
      const [newest, ...older] = await listRuns(projectId, NEWEST);
      if (newest === undefined) return null;
      return snapshot([newest, ...older].find((run) => run.state === 'running') ?? newest);
    },
    eventsSince: (projectId, sinceId) => eventsSince(options, projectId, sinceId),
    async transcriptFile(projectId, runId) {
      const path = await host.place(await getRun(projectId, runId)).transcriptFile();
      if (path === null) throw new JuryError('not_found', `run ${runId} has no transcript yet`);
      await assertWhole(path);
      return { path, encoding: path.endsWith('.gz') ? 'gzip' : 'identity' };
    },
    artifactFile,
    async shownStyles(projectId, runId, which) {
      const { place, ...file } = await artifactFile(projectId, runId, which);
      if (file.mime !== 'text/html') return '';
      const path = (await loadRequest(place))?.path ?? null;
      return styles({ html: await readFile(file.path, 'utf8'), path });
    },
    async close() {
      await retries.close();
      await host.close();
    },
  };
}

function pageOfRound(state: CritiqueState, round: number): OpenPage | null {
  const page = state.phase === 'idle' ? null : state.rounds.find(({ n }) => n === round)?.artifact;
  return page?.sha256 == null ? null : { sha256: page.sha256, mime: page.mime };
}
