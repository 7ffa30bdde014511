/** Stored runs of the Theater, folded, newest first and no more than asked for. */
import type { RunRecord } from '@design-jury/contracts/run';
import { foldAll, type RunView } from '@design-jury/contracts/theater/fold';
import type { TranscriptEvent } from '@design-jury/contracts/theater/sse';
import { readTranscript } from '../host/log/transcript.ts';

/** What of the engine is needed to find them. */
export interface StoredRuns {
  allRuns(filter: { protocols?: readonly string[]; limit?: number }): Promise<RunRecord[]>;
  transcriptFile(projectId: string, runId: string): Promise<{ path: string }>;
}

export interface StoredView {
  run: RunRecord;
  view: RunView;
}

/** Enough to see how judges go together, and read within a second or two. */
export const MOST_RUNS = 100;

/** A run whose transcript is gone or damaged says nothing here. */
export async function storedViews(
  { allRuns, transcriptFile }: StoredRuns,
  isMeant: (run: RunRecord) => boolean = () => true,
): Promise<StoredView[]> {
  const runs = await allRuns({ protocols: ['theater'], limit: MOST_RUNS });
  const views: StoredView[] = [];
  for (const run of runs) {
    if (!isMeant(run)) continue;
    try {
      const events: TranscriptEvent[] = [];
      for await (const event of readTranscript((await transcriptFile(run.projectId, run.id)).path))
        events.push(event);
      const state = foldAll(events);
      if (state.phase !== 'idle' && state.phase !== 'running') views.push({ run, view: state });
    } catch {
      // Left out.
    }
  }
  return views;
}
