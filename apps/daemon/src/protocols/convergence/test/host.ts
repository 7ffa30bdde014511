/** Phases on a real host with a store of its own, by workers a test brings along. */
import { join } from 'node:path';
import type { ConvergenceEvent, TaskPhase } from '@design-jury/contracts/convergence/schema';
import { DEFAULT_RUN_LIMITS } from '@design-jury/contracts/defaults';
import type { RunRecord } from '@design-jury/contracts/run';
import { expect, onTestFinished } from 'vitest';
import { Host } from '../../../host/host.ts';
import { findTranscript, readLog } from '../../../host/log/transcript.ts';
import { folderPlaces } from '../../../host/place/folder-place.ts';
import { createBus } from '../../../host/stream/bus.ts';
import { reportHtml, reportMarkdown } from '../../../report/convergence-report.ts';
import { openStore } from '../../../store/database.ts';
import type { Store } from '../../../store/store.ts';
import { type ConvergenceRequest, resolveConvergence } from '../config.ts';
import type { ConvergenceAttachment } from '../crew.ts';
import { drafterOf } from '../plan-draft.ts';
import { convergenceProtocol } from '../protocol.ts';
import type { PhaseRequest } from '../request.ts';
import { type ConvergenceResult, resultOf } from '../result.ts';
import { readState } from '../stored-run.ts';
import type { CriticWorker, Worker } from '../worker.ts';
import { folder } from './scripted.ts';

export interface Hired {
  workers: readonly Worker[];
  critic: CriticWorker | null;
}

export interface TestHost {
  host: Host;
  store: Store;
  dataDir: string;
  bus: ReturnType<typeof createBus>;
}

export async function openTestHost(dataDir = folder()): Promise<TestHost> {
  const store = await openStore(join(dataDir, 'jury.db'));
  const bus = createBus();
  const reported: unknown[] = [];
  const host = new Host({
    places: folderPlaces(dataDir),
    store,
    bus,
    limits: DEFAULT_RUN_LIMITS,
    clock: Date.now,
    protocols: {
      convergence: async () =>
        convergenceProtocol({
          agent: (id) => Promise.reject(new Error(`no agent ${id}`)),
          env: {},
          threads: null,
          render: async (report) => ({ md: reportMarkdown(report), html: reportHtml(report) }),
        }),
    },
    maxConcurrent: 2,
    report: (error) => void reported.push(error),
  });
  onTestFinished(async () => {
    await host.close();
    await store.close();
    expect(reported).toEqual([]);
  });
  return { host, store, dataDir, bus };
}

export function phaseRequest(
  phase: TaskPhase,
  { workers, critic }: Hired,
  more: Pick<PhaseRequest, 'brief' | 'project'> & Partial<PhaseRequest>,
  asked: Partial<ConvergenceRequest> = {},
): PhaseRequest {
  const ids = workers.map(({ id }) => id);
  const provider = critic === null ? [] : [critic.provider];
  const roster = workers.map(({ id, name, kind }) => ({ id, name, kind }));
  return {
    phase,
    taskKey: 'LATE-7',
    plan: null,
    drafter: drafterOf({ phase, plan: more.plan ?? null, workers: roster }),
    workers: roster,
    resolved: resolveConvergence(
      {
        phase,
        analysers: ids,
        ...(critic !== null && { critic: critic.provider, criticModel: 'm' }),
        ...asked,
      },
      [...ids, ...provider],
    ),
    language: 'en',
    workerTimeoutMs: null,
    taskFolder: null,
    clarifications: [],
    ...more,
  };
}

export function startPhase({ host }: TestHost, request: PhaseRequest, hired: Hired): Promise<RunRecord> {
  const attachment: ConvergenceAttachment = { hired };
  return host.start({
    protocol: 'convergence',
    project: null,
    title: `${request.taskKey}: ${request.phase}`,
    subjectKey: request.taskKey,
    agent: request.workers.map(({ id }) => id).join(','),
    model: null,
    config: {},
    request,
    attachment: { ...attachment },
  });
}

export function resumePhase({ host }: TestHost, runId: string, hired: Hired): Promise<RunRecord> {
  const attachment: ConvergenceAttachment = { hired };
  return host.resume(runId, { ...attachment });
}

/** What the log says, without what the host wrote for itself. */
export async function eventsOf({ host }: TestHost, run: RunRecord): Promise<ConvergenceEvent[]> {
  const file = await findTranscript(host.folder(run));
  const events: ConvergenceEvent[] = [];
  if (file !== null)
    for await (const { event } of readLog(file)) {
      const { seq: _seq, at: _at, ...body } = event;
      events.push(body as unknown as ConvergenceEvent);
    }
  return events;
}

export async function resultOfRun({ host }: TestHost, run: RunRecord): Promise<ConvergenceResult> {
  const state = await readState(run, host.folder(run));
  const result = state === null ? null : resultOf(state);
  if (result === null) throw new Error(`${run.id} has no result (${run.state})`);
  return result;
}

/** From the start to the end. */
export async function playPhase(
  request: PhaseRequest,
  hired: Hired,
): Promise<ConvergenceResult & { events: ConvergenceEvent[]; run: RunRecord }> {
  const there = await openTestHost();
  const { id } = await startPhase(there, request, hired);
  const run = await there.host.done(id);
  expect(run.state).toBe('ended');
  return { ...(await resultOfRun(there, run)), events: await eventsOf(there, run), run };
}
