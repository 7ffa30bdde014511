/** One page through the engine: starts the run, shows it, stops it when asked, and reads back what it left. */

import { isTheaterSnapshot, type StartRunRequest, type TheaterSnapshot } from '@design-jury/contracts/http';
import type { Project, RunEvent, TheaterRun } from '@design-jury/contracts/run';
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import type { Engine } from '../../engine.ts';
import { JuryError } from '../../jury-error.ts';
import { Refusal } from '../refusal.ts';
import type { Subject } from './subjects.ts';
import type { Viewer } from './viewer.ts';

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
  subject: Subject,
  request: StartRunRequest,
  viewer: Viewer,
): Promise<RunningReview> {
  const project = (await knownProject(engine, subject)) ?? newProject(engine, subject);
  const projectId = typeof project === 'string' ? project : project.id;
  return followRun(engine, projectId, viewer, () => engine.jury.startRun(project, request, subject.path));
}

/** Shows a run of the project from its first event on. */
export async function followRun(
  engine: Engine,
  projectId: string,
  viewer: Viewer,
  start: () => Promise<TheaterSnapshot>,
): Promise<RunningReview> {
  const { jury, bus } = engine;
  const began = performance.now();
  let runId: string | null = null;
  const early: { runId: string; event: RunEvent }[] = [];
  const take = (event: RunEvent): void => viewer.push(event as TranscriptEvent);
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
    done: finish(engine, { projectId, runId: id, agent: started.run.agent, began, viewer }).finally(
      unsubscribe,
    ),
    stop: () => void jury.interruptRun(projectId, id).catch(() => undefined),
  };
}

/** Shows a run to its end; whoever stops the command stops the run. */
export async function showRun(
  viewer: Viewer,
  { running, signal, closing }: ShowOptions,
  start: () => Promise<RunningReview>,
): Promise<FinishedReview> {
  let stop: (() => void) | null = null;
  try {
    const review = await start();
    stop = () => {
      viewer.notice('stopping, and keeping the best complete round');
      review.stop();
    };
    running.add(stop);
    if (signal.aborted) stop();
    return await review.done;
  } finally {
    if (stop !== null) running.delete(stop);
    await viewer.close(closing);
  }
}

interface ShowOptions {
  /** How the running reviews can be stopped from outside; each is there while it runs. */
  running: Set<() => void>;
  /** Aborted as soon as the user asked to stop, running or not. */
  signal: AbortSignal;
  /** What becomes of the last frame. */
  closing: 'keep' | 'erase';
}

interface Pending {
  projectId: string;
  runId: string;
  agent: string;
  began: number;
  viewer: Viewer;
}

async function finish({ jury }: Engine, pending: Pending): Promise<FinishedReview> {
  const { projectId, runId, agent, began, viewer } = pending;
  await jury.done(runId);
  const snapshot = await jury.runSnapshot(projectId, runId);
  if (!isTheaterSnapshot(snapshot)) throw new Error(`${runId} is no run of the Theater`);
  const state =
    viewer.state.phase === 'running' || viewer.state.phase === 'idle' ? snapshot.state : viewer.state;
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
async function knownProject({ jury }: Engine, subject: Subject): Promise<string | null> {
  const known = await jury.listProjects(PROJECTS_SEARCHED);
  return known.find((project) => project.metadata[METADATA_KEY] === subject.path)?.id ?? null;
}

/** Stored with its first run: what is refused leaves nothing behind. */
function newProject({ jury }: Engine, { name, path }: Subject): Project {
  return jury.newProject({ name: name.slice(-MAX_NAME_CHARS), metadata: { [METADATA_KEY]: path } });
}

async function optional<Found>(find: () => Promise<Found>): Promise<Found | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof JuryError && error.code === 'not_found') return null;
    throw error;
  }
}
