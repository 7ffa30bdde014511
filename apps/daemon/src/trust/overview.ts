/** How far the verdicts of this machine can be believed, from its own stored runs: what `/trust` and `jury stats` show. */
import type { PanelCorrelation, RunChange, TrustOverview } from '@design-jury/contracts/trust/changes';
import type { Recalls } from '@design-jury/contracts/trust/line';
import { artifactFolder } from '../host/artifacts/artifact-path.ts';
import { changeOf, changesByDay, changesOf } from './changes.ts';
import { diffSize, type StoredPages } from './diff-size.ts';
import { type PanelDrill, readDrills } from './drills.ts';
import { readNoise } from './noise.ts';
import { judgedJudges } from './panel-votes.ts';
import { readTrustLine } from './stored-line.ts';
import { MOST_RUNS, type StoredRuns, type StoredView, storedViews } from './stored-views.ts';

export async function trustOverview(
  runs: StoredRuns & StoredPages,
  dataDir: string | null,
): Promise<{ overview: TrustOverview; changes: RunChange[] }> {
  const views = await storedViews(runs);
  const changes: RunChange[] = [];
  for (const view of views) changes.push(changeOf(view, await diffSize(runs, view)));
  const drills = dataDir === null ? [] : readDrills(dataDir);
  const agents = [...new Set(views.map(({ run }) => run.agent))].sort();
  const overview = {
    panels: agents.map((agent) => ({
      ...correlationOf(agent, views, drills),
      recalls: dataDir === null ? null : newestRecalls(agent, views, dataDir),
    })),
    noise: dataDir === null ? [] : readNoise(dataDir),
    changes: changesOf(changes),
    days: changesByDay(changes),
    limit: MOST_RUNS,
  };
  return { overview, changes };
}

/** Views are the newest first. */
function newestRecalls(agent: string, views: readonly StoredView[], dataDir: string): Recalls | null {
  for (const { run } of views) {
    if (run.agent !== agent) continue;
    const { recall, knownRecall } = readTrustLine(artifactFolder(dataDir, run.artifactId));
    if (recall !== null || knownRecall !== null) return { recall, knownRecall };
  }
  return null;
}

function correlationOf(
  agent: string,
  views: readonly StoredView[],
  drills: readonly PanelDrill[],
): Omit<PanelCorrelation, 'recalls'> {
  const own = views.filter(({ run }) => run.agent === agent).map(({ view }) => view);
  const { judges, rows, effective, from } = judgedJudges(
    own,
    drills.filter((drill) => drill.agent === agent),
  );
  return {
    agent,
    judges,
    pairs: effective?.pairs ?? [],
    items: rows[0]?.length ?? 0,
    from,
    effective:
      effective === null
        ? null
        : {
            votes: effective.votes,
            low: effective.low,
            high: effective.high,
            correlation: effective.correlation,
          },
  };
}
