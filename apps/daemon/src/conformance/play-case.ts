/** One run of one agent through the real engine, watched to its end. */
import { readFile } from 'node:fs/promises';
import type { RunSnapshot, StartRunRequest } from '@design-jury/contracts/http';
import { isTerminalEvent, type TranscriptEvent } from '@design-jury/contracts/theater/sse';
import type { Engine } from '../engine.ts';
import { JuryError } from '../jury-error.ts';

export interface PlayedCase {
  runId: string;
  events: TranscriptEvent[];
  /** The final page; null where none was kept. */
  page: string | null;
  snapshot: RunSnapshot;
  ms: number;
}

const POLL_MS = 20;

/** `onEvent` sees each event as it is published, and may stop the run. */
export async function playCase(
  { jury, bus }: Engine,
  request: StartRunRequest,
  onEvent: (event: TranscriptEvent, interrupt: () => void) => void = () => {},
): Promise<PlayedCase> {
  const began = performance.now();
  const project = await jury.createProject({ name: 'Conformance' });
  const events: TranscriptEvent[] = [];
  const ended = Promise.withResolvers<void>();
  let runId: string | null = null;
  const interrupt = (): void => {
    if (runId !== null) void jury.interruptRun(project.id, runId).catch(() => ended.resolve());
  };
  const deafen = bus.listen(project.id, ({ event }) => {
    events.push(event);
    onEvent(event, interrupt);
    if (isTerminalEvent(event)) ended.resolve();
  });
  try {
    const { run } = await jury.startRun(project.id, request);
    runId = run.id;
    await ended.promise;
    // The last event is out before the rows and pointers are: the store has the last word.
    let snapshot = await jury.runSnapshot(project.id, run.id);
    while (snapshot.run.state === 'queued' || snapshot.run.state === 'running') {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      snapshot = await jury.runSnapshot(project.id, run.id);
    }
    const page = await pageOf(() => jury.artifactFile(project.id, run.id, 'final'));
    return { runId: run.id, events, page, snapshot, ms: Math.round(performance.now() - began) };
  } finally {
    deafen();
  }
}

async function pageOf(find: () => Promise<{ path: string }>): Promise<string | null> {
  try {
    return await readFile((await find()).path, 'utf8');
  } catch (error) {
    if (error instanceof JuryError && error.code === 'not_found') return null;
    throw error;
  }
}
