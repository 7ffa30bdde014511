/** What is read back of runs: their state, their events since a moment, their pages. */
import { join } from 'node:path';
import type { RunRecord, RunRound } from '@design-jury/contracts/run';
import { JuryError } from '../jury-error.ts';
import type { Store } from '../store/store.ts';
import { artifactFolder, extensionOf, mimeOf, openArtifact, readFinal } from './artifacts/artifacts.ts';
import type { LiveView } from './host.ts';
import { findTranscript, readLog } from './log/transcript.ts';
import type { RunView } from './protocol.ts';
import type { PublishedItem } from './stream/bus.ts';

export async function foldStored(
  folder: string,
  run: RunRecord,
  view: RunView | undefined,
): Promise<LiveView> {
  const file = await findTranscript(folder);
  let state = view?.initial ?? null;
  let lastSeq = 0;
  if (file !== null)
    for await (const { event } of readLog(file)) {
      state = view?.fold(state, event) ?? null;
      lastSeq = event.seq;
    }
  return { state, lastEventId: run.eventBase === null ? 0 : run.eventBase + lastSeq };
}

export async function* eventsSince(
  { store, dataDir }: { store: Pick<Store, 'runsWithEventsAfter'>; dataDir: string },
  projectId: string,
  sinceId: number,
): AsyncGenerator<PublishedItem> {
  for (const run of await store.runsWithEventsAfter(projectId, sinceId)) {
    const base = run.eventBase ?? 0;
    const file = await findTranscript(artifactFolder(dataDir, run.artifactId));
    if (file === null) continue;
    for await (const { event, line } of readLog(file, { after: Math.max(0, sinceId - base) }))
      yield { projectId, runId: run.id, id: base + event.seq, event, line };
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
