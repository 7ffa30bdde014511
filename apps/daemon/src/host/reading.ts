/** What is read back of runs: their state, their events since a moment, their pages. */
import { join } from 'node:path';
import type { RunRecord, RunRound } from '@design-jury/contracts/run';
import { type CritiqueState, fold, IDLE } from '@design-jury/contracts/theater/fold';
import { JuryError } from '../jury-error.ts';
import type { Store } from '../store/store.ts';
import { artifactFolder, extensionOf, mimeOf, openArtifact, readFinal } from './artifacts/artifacts.ts';
import { findTranscript, readTranscript, readTranscriptLines } from './log/transcript.ts';
import type { PublishedItem } from './stream/bus.ts';

export interface FoldedRun {
  state: CritiqueState;
  lastEventId: number;
}

export async function foldStored(folder: string, run: RunRecord): Promise<FoldedRun> {
  const file = await findTranscript(folder);
  let state: CritiqueState = IDLE;
  if (file !== null)
    for await (const event of readTranscript(file, { corrupt: 'skip', validation: 'stamp' }))
      state = fold(state, event);
  return { state, lastEventId: run.eventBase === null ? 0 : run.eventBase + state.lastSeq };
}

export async function* eventsSince(
  { store, dataDir }: { store: Pick<Store, 'listRuns'>; dataDir: string },
  projectId: string,
  sinceId: number,
): AsyncGenerator<PublishedItem> {
  for (const run of await runsAfter(store, projectId, sinceId)) {
    const base = run.eventBase ?? 0;
    const file = await findTranscript(artifactFolder(dataDir, run.artifactId));
    if (file === null) continue;
    const lines = readTranscriptLines(file, {
      after: Math.max(0, sinceId - base),
      corrupt: 'skip',
      validation: 'stamp',
    });
    for await (const { event, line } of lines)
      yield { projectId, runId: run.id, id: base + event.seq, event, line };
  }
}

/** Oldest first. Runs are read newest first, so the search ends where the client already was. */
async function runsAfter(
  store: Pick<Store, 'listRuns'>,
  projectId: string,
  sinceId: number,
): Promise<RunRecord[]> {
  const found: RunRecord[] = [];
  for (let before: string | undefined; ; ) {
    const page = await store.listRuns(projectId, { limit: 200, ...(before !== undefined && { before }) });
    for (const run of page) {
      if (run.eventBase === null) continue;
      if (run.state !== 'running' && run.eventBase + run.eventCount <= sinceId) return found.reverse();
      found.push(run);
    }
    before = page.at(-1)?.id;
    if (page.length < 200 || before === undefined) return found.reverse();
  }
}

interface PageQuery {
  folder: string;
  runId: string;
  rounds: readonly RunRound[];
  which: 'final' | number;
  /** The hash of a page whose round is still open. */
  open: string | null;
}

export async function pageFile({
  folder,
  runId,
  rounds,
  which,
  open,
}: PageQuery): Promise<{ path: string; mime: string }> {
  const final = which === 'final' ? await readFinal(folder) : null;
  const sha256 = final?.sha256 ?? rounds.find(({ n }) => n === which)?.artifactSha256 ?? open;
  if (sha256 === null) {
    const what = which === 'final' ? 'no final artifact' : `no artifact of round ${which}`;
    throw new JuryError('not_found', `run ${runId} has ${what}`);
  }
  const stored = rounds.find((round) => round.artifactSha256 === sha256)?.artifactMime ?? null;
  const mime = stored ?? (final === null ? 'text/html' : mimeOf(final.path));
  // The page of a SHIP, or one without a panel, belongs to no round: only the pointer knows its name.
  const name = final?.path ?? `${sha256}.${extensionOf(mime)}`;
  const { handle } = await openArtifact(folder, name);
  await handle.close();
  return { path: join(folder, name), mime };
}
