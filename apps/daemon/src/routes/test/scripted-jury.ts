/** A jury whose runs are played by the test: the far end of the HTTP layer, kept in memory. */

import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { StartRunRequest, TheaterSnapshot } from '@design-jury/contracts/http';
import type { Project, TheaterRun } from '@design-jury/contracts/run';
import { type CritiqueState, fold, IDLE } from '@design-jury/contracts/theater/fold';
import { type CritiqueSseEvent, isTerminalEvent } from '@design-jury/contracts/theater/sse';
import type { Bus, PublishedItem } from '../../host/stream/bus.ts';
import type { ArtifactFile, Jury, TranscriptFile } from '../../jury.ts';
import { JuryError } from '../../jury-error.ts';
import { run as storedRun } from '../../store/test/records.ts';

const AT = '2026-11-16T00:00:00.000Z';

interface ScriptedRun {
  record: TheaterRun;
  items: PublishedItem[];
  state: CritiqueState;
}

export interface ScriptedJury extends Jury {
  /** Appends to the log, then publishes, as the host does. */
  say(runId: string, event: CritiqueSseEvent): PublishedItem;
  /** Only the first half of it: the event is readable and not yet published. */
  write(runId: string, event: CritiqueSseEvent): PublishedItem;
  state(runId: string): CritiqueState;
  addProject(id: string): Project;
  addRun(projectId: string, runId: string, patch?: Partial<TheaterRun>): TheaterRun;
  readonly started: StartRunRequest[];
  readonly files: { transcript: TranscriptFile; artifact: ArtifactFile };
  design: string | null;
  /** Called before each item of a replay is handed out. */
  onReplay: ((item: PublishedItem) => Promise<void> | void) | null;
  failWith: Error | null;
  notReady: boolean;
}

export function createScriptedJury(bus: Bus): ScriptedJury {
  const projects = new Map<string, Project>();
  const runs = new Map<string, ScriptedRun>();

  function project(id: string): Project {
    if (jury.failWith !== null) throw jury.failWith;
    const found = projects.get(id);
    if (found === undefined) throw new JuryError('not_found', `there is no project ${id}`);
    return found;
  }
  function run(projectId: string, runId: string): ScriptedRun {
    project(projectId);
    const found = runs.get(runId);
    if (found === undefined || found.record.projectId !== projectId)
      throw new JuryError('not_found', `project ${projectId} has no run ${runId}`);
    return found;
  }
  function snapshot({ record, items, state }: ScriptedRun): TheaterSnapshot {
    const lastEventId = items.at(-1)?.id ?? record.eventBase ?? 0;
    return {
      run: record,
      held: record.state === 'running',
      rounds: [],
      mustFixes: [],
      queuePosition: null,
      lastEventId,
      state,
    };
  }
  function ofProject(projectId: string): ScriptedRun[] {
    return [...runs.values()].filter(({ record }) => record.projectId === projectId);
  }

  const jury: ScriptedJury = {
    started: [],
    files: { transcript: { path: '', encoding: 'identity' }, artifact: { path: '', mime: 'text/html' } },
    design: null,
    onReplay: null,
    failWith: null,
    notReady: false,

    addProject(id) {
      const added: Project = { id, name: id, metadata: {}, createdAt: AT };
      projects.set(id, added);
      return added;
    },
    addRun(projectId, runId, patch = {}) {
      const eventBase = Math.max(0, ...ofProject(projectId).map(({ items }) => items.at(-1)?.id ?? 0));
      const record = { ...emptyRecord(projectId, runId), eventBase, ...patch };
      runs.set(runId, { record, items: [], state: IDLE });
      return record;
    },
    write(runId, event) {
      const target = runs.get(runId);
      if (target === undefined) throw new Error(`no run ${runId}`);
      const stamped = { ...event, seq: target.items.length + 1, at: AT };
      const { projectId, eventBase } = target.record;
      const item = {
        projectId,
        runId,
        id: (eventBase ?? 0) + stamped.seq,
        event: stamped,
        line: JSON.stringify(stamped),
      };
      target.items.push(item);
      target.state = fold(target.state, stamped);
      if (isTerminalEvent(stamped)) target.record = { ...target.record, state: stamped.status };
      return item;
    },
    say(runId, event) {
      const item = jury.write(runId, event);
      bus.publish(item);
      return item;
    },
    state: (runId) => runs.get(runId)?.state ?? IDLE,

    async createProject(asked) {
      const created = jury.newProject(asked);
      projects.set(created.id, created);
      return created;
    },
    newProject: ({ name, metadata = {} }) => ({
      id: `p${projects.size + 1}`,
      name,
      metadata,
      createdAt: AT,
    }),
    listProjects: async (limit) => [...projects.values()].toReversed().slice(0, limit),
    // The last one of a project wins.
    newestRuns: async (ids) =>
      new Map(ids.flatMap((id) => ofProject(id).map(({ record }) => [id, record] as const))),
    getProject: async (id) => project(id),
    async patchProject(id, patch) {
      const before = project(id);
      const metadata = { ...before.metadata, ...patch.metadata };
      const after = { ...before, name: patch.name ?? before.name, metadata };
      projects.set(id, after);
      return after;
    },
    async deleteProject(id) {
      project(id);
      projects.delete(id);
    },
    async renameRun(projectId, runId, title) {
      const found = run(projectId, runId);
      found.record = { ...found.record, title };
      return found.record;
    },
    async resumeRun(projectId, runId) {
      const found = run(projectId, runId);
      if (found.record.state !== 'waiting') throw new JuryError('conflict', `run ${runId} is over`);
      found.record = { ...found.record, state: 'running' };
      return snapshot(found);
    },
    async deleteRun(projectId, runId) {
      run(projectId, runId);
      runs.delete(runId);
    },
    async startRun(of, request) {
      if (typeof of !== 'string') projects.set(of.id, of);
      const { id: projectId } = typeof of === 'string' ? project(of) : of;
      jury.started.push(request);
      const id = `r${runs.size + 1}`;
      jury.addRun(projectId, id);
      return snapshot(run(projectId, id));
    },
    async interruptRun(projectId, runId) {
      const target = run(projectId, runId);
      const accepted = target.record.state === 'running';
      if (accepted)
        jury.say(runId, {
          type: 'critique.interrupted',
          runId,
          status: 'interrupted',
          bestRound: null,
          composite: null,
          recoveryReason: null,
        });
      return { accepted, run: snapshot(target) };
    },
    async rerun(projectId, runId) {
      if (run(projectId, runId).record.state === 'running')
        throw new JuryError('conflict', `run ${runId} still plays`);
      const id = `r${runs.size + 1}`;
      jury.addRun(projectId, id);
      return snapshot(run(projectId, id));
    },
    async answerRetry(questionId) {
      throw new JuryError('not_found', `there is no question ${questionId}`);
    },
    settleRetries: async () => [],
    skills: async () => ({ skills: [], problems: [], phase: 'M3' }),
    designSystems: async () => ({ designSystems: [], problems: [] }),
    async designSample(id) {
      throw new JuryError('not_found', `there is no design system ${id}`);
    },
    async enablement(projectId) {
      project(projectId);
      const decision = { on: true, by: 'phase', reason: 'by default' } as const;
      return {
        override: null,
        phase: 'M3',
        env: null,
        decision,
        skills: {},
        ratchet: { recommended: 'M3', streak: 0, reason: 'none' },
      };
    },
    async designText(projectId, runId) {
      run(projectId, runId);
      return jury.design;
    },
    async damaged() {
      return new Set();
    },
    async listRuns(projectId, limit) {
      project(projectId);
      return ofProject(projectId)
        .map(({ record }) => record)
        .toReversed()
        .slice(0, limit);
    },
    runSnapshot: async (projectId, runId) => snapshot(run(projectId, runId)),
    async snapshotOf(runId) {
      const found = runs.get(runId);
      if (found === undefined) throw new JuryError('not_found', `there is no run ${runId}`);
      return snapshot(found);
    },
    runFigures: async () => [],
    async allRuns({ protocols, limit }) {
      return [...runs.values()]
        .map(({ record }) => record)
        .filter(({ protocol }) => protocols === undefined || protocols.includes(protocol))
        .toReversed()
        .slice(0, limit);
    },
    async done(runId) {
      return (await jury.snapshotOf(runId)).run;
    },
    async currentRun(projectId) {
      project(projectId);
      const current =
        ofProject(projectId).findLast(({ items }) => items.length > 0) ?? ofProject(projectId).at(-1);
      return current === undefined ? null : snapshot(current);
    },
    async *eventsSince(projectId, sinceId) {
      // Re-read on every step, so that events written during the replay are part of it.
      for (let id = sinceId + 1; ; id++) {
        const item = ofProject(projectId)
          .flatMap(({ items }) => items)
          .find((candidate) => candidate.id === id);
        if (item === undefined) return;
        await jury.onReplay?.(item);
        yield item;
      }
    },
    async transcriptFile(projectId, runId) {
      run(projectId, runId);
      return jury.files.transcript;
    },
    async artifactFile(projectId, runId, which) {
      run(projectId, runId);
      if (which !== 'final' && which > 3)
        throw new JuryError('not_found', `run ${runId} has no round ${which}`);
      return jury.files.artifact;
    },
    async shownStyles(projectId, runId) {
      run(projectId, runId);
      return 'p { color: red }';
    },
    conformance: async () => ({ agents: [] }),
    agentIds: async () => ['grounded'],
    agents: async () => [{ id: 'grounded', name: 'Grounded panel', available: true, detail: null }],
    health: async () => ({ status: 'ok', version: '0.1.0', uptimeMs: 1, running: 0, queued: 0 }),
    ready: async () => ({
      ready: !jury.notReady,
      checks: [{ name: 'store', ok: !jury.notReady, detail: null }],
    }),
  };
  return jury;
}

export const runStarted = (runId: string): CritiqueSseEvent => ({
  type: 'critique.run_started',
  runId,
  protocolVersion: 1,
  cast: ['designer', 'critic', 'brand', 'a11y', 'copy'],
  maxRounds: 3,
  threshold: 8,
  scale: 10,
  weights: DEFAULT_CRITIQUE_CONFIG.weights,
});

export const notes = (runId: string, text: string): CritiqueSseEvent => ({
  type: 'critique.panelist_notes',
  runId,
  round: 1,
  role: 'critic',
  text,
});

/** The run starts and the critic speaks until this many events are in the log. */
export function speak(jury: ScriptedJury, until: number, runId = 'r1'): void {
  for (let said = jury.state(runId).lastSeq; said < until; said++)
    jury.say(runId, said === 0 ? runStarted(runId) : notes(runId, `note ${said}`));
}

function emptyRecord(projectId: string, runId: string): TheaterRun {
  return storedRun(runId, {
    projectId,
    state: 'running',
    title: 'a page',
    subject: { kind: 'brief', text: 'a page' },
    eventBase: 0,
    createdAt: AT,
    startedAt: AT,
    updatedAt: AT,
  });
}
