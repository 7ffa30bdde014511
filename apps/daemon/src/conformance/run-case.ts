/** One run of one agent through the real engine, watched to its end. */
import { readFile } from 'node:fs/promises';
import { isTheaterSnapshot, type StartRunRequest, type TheaterSnapshot } from '@design-jury/contracts/http';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import type { Engine } from '../engine.ts';
import { JuryError } from '../jury-error.ts';

export interface CaseRun {
  runId: string;
  events: TranscriptEvent[];
  /** The final page; null where none was kept. */
  page: string | null;
  snapshot: TheaterSnapshot;
  ms: number;
}

/** `onEvent` sees each event as it is published, and may stop the run. */
export async function runCase(
  { jury, bus }: Engine,
  request: StartRunRequest,
  onEvent: (event: TranscriptEvent, interrupt: () => void) => void = () => {},
): Promise<CaseRun> {
  const began = performance.now();
  const project = await jury.createProject({ name: 'Conformance' });
  const events: TranscriptEvent[] = [];
  let runId: string | null = null;
  const interrupt = (): void => {
    if (runId !== null) void jury.interruptRun(project.id, runId).catch(() => undefined);
  };
  const unsubscribe = bus.listen(project.id, ({ event: said }) => {
    const event = said as TranscriptEvent;
    events.push(event);
    onEvent(event, interrupt);
  });
  try {
    const { run } = await jury.startRun(project.id, request);
    runId = run.id;
    await jury.done(run.id);
    const snapshot = await jury.runSnapshot(project.id, run.id);
    if (!isTheaterSnapshot(snapshot)) throw new Error(`${run.id} is no run of the Theater`);
    const page = await pageOf(() => jury.artifactFile(project.id, run.id, 'final'));
    return { runId: run.id, events, page, snapshot, ms: Math.round(performance.now() - began) };
  } finally {
    unsubscribe();
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
