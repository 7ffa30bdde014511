/** One page through the engine: starts the run, hands on its events, stops it when asked, and reads back what it left. */

import { isTheaterSnapshot, type StartRunRequest, type TheaterSnapshot } from '@design-jury/contracts/http';
import type { Project, RunEvent, TheaterRun } from '@design-jury/contracts/run';
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import type { Engine } from '../engine.ts';
import { JuryError } from '../jury-error.ts';
import { Refusal } from './refusal.ts';

export interface FinishedReview {
  runId: string;
  agent: string;
  state: CritiqueState;
  durationMs: number;
  /** Files of the engine; null where nothing was kept. */
  artifact: string | null;
  transcript: string | null;
  roundArtifacts: Map<number, string>;
  /** As it is stored: how it ended, and whether a jury sat at all. */
  run: TheaterRun;
}

/** Where the events of a run go, and what they come to. */
export interface RunSink {
  readonly state: CritiqueState;
  push(event: TranscriptEvent): void;
}

/** What is judged, as people know it; `path` is null for a page that lies nowhere. */
export interface NamedPage {
  name: string;
  path: string | null;
}

export interface RunningReview {
  /** Never rejects for a run that went wrong. */
  done: Promise<FinishedReview>;
  /** Asks the run to end; `done` still resolves. */
  stop(): void;
}

const METADATA_KEY = 'reviewOf';
const PROJECTS_SEARCHED = 200;
const MAX_NAME_CHARS = 200;

export async function startReview(
  engine: Engine,
  page: NamedPage,
  request: StartRunRequest,
  sink: RunSink,
): Promise<RunningReview> {
  const project = (await knownProject(engine, page)) ?? newProject(engine, page);
  const projectId = typeof project === 'string' ? project : project.id;
  return followRun(engine, projectId, sink, () => engine.jury.startRun(project, request, page.path));
}

/** Hands on a run of the project from its first event on. */
export async function followRun(
  engine: Engine,
  projectId: string,
  sink: RunSink,
  start: () => Promise<TheaterSnapshot>,
): Promise<RunningReview> {
  const { jury, bus } = engine;
  const began = performance.now();
  let runId: string | null = null;
  const early: { runId: string; event: RunEvent }[] = [];
  const take = (event: RunEvent): void => sink.push(event as TranscriptEvent);
  const unsubscribe = bus.listen(projectId, (item) => {
    if (runId === null) early.push(item);
    else if (item.runId === runId) take(item.event);
  });
  let started: TheaterSnapshot;
  try {
    started = await start();
  } catch (error) {
    unsubscribe();
    if (error instanceof JuryError && error.code === 'bad_request')
      throw new Refusal(`${error.message}.`, { cause: error });
    throw error;
  }
  runId = started.run.id;
  for (const item of early) if (item.runId === runId) take(item.event);
  const id = runId;
  return {
    done: finish(engine, { projectId, runId: id, agent: started.run.agent, began, sink }).finally(
      unsubscribe,
    ),
    stop: () => void jury.interruptRun(projectId, id).catch(() => undefined),
  };
}

interface Pending {
  projectId: string;
  runId: string;
  agent: string;
  began: number;
  sink: RunSink;
}

async function finish({ jury }: Engine, pending: Pending): Promise<FinishedReview> {
  const { projectId, runId, agent, began, sink } = pending;
  await jury.done(runId);
  const snapshot = await jury.runSnapshot(projectId, runId);
  if (!isTheaterSnapshot(snapshot)) throw new Error(`${runId} is no run of the Theater`);
  const state = sink.state.phase === 'running' || sink.state.phase === 'idle' ? snapshot.state : sink.state;
  const roundArtifacts = new Map<number, string>();
  for (const { n } of snapshot.rounds) {
    const file = await optional(() => jury.artifactFile(projectId, runId, n));
    if (file !== null) roundArtifacts.set(n, file.path);
  }
  return {
    runId,
    agent,
    state,
    durationMs: Math.round(performance.now() - began),
    artifact: (await optional(() => jury.artifactFile(projectId, runId, 'final')))?.path ?? null,
    transcript: (await optional(() => jury.transcriptFile(projectId, runId)))?.path ?? null,
    roundArtifacts,
    run: snapshot.run,
  };
}

/** A page reviewed again is the same project: its history stays together. */
async function knownProject({ jury }: Engine, { path }: NamedPage): Promise<string | null> {
  if (path === null) return null;
  const known = await jury.listProjects(PROJECTS_SEARCHED);
  return known.find((project) => project.metadata[METADATA_KEY] === path)?.id ?? null;
}

/** Stored with its first run: what is refused leaves nothing behind. */
function newProject({ jury }: Engine, { name, path }: NamedPage): Project {
  const metadata = path === null ? {} : { [METADATA_KEY]: path };
  return jury.newProject({ name: name.slice(-MAX_NAME_CHARS), metadata });
}

async function optional<Found>(find: () => Promise<Found>): Promise<Found | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof JuryError && error.code === 'not_found') return null;
    throw error;
  }
}
