import type { ListedRun } from '@design-jury/contracts/run';
import { pathOf } from '../router.ts';

/** The Theater's pages belong to a project; a run of any other protocol has a page of its own. */
export function runPath({
  protocol,
  projectId,
  id: runId,
}: Pick<ListedRun, 'protocol' | 'projectId' | 'id'>): string {
  return protocol === 'theater' ? pathOf('run', { projectId, runId }) : pathOf('protocolRun', { runId });
}

export function thresholdOf(run: ListedRun): number | null {
  return 'subject' in run ? run.config.scoreThreshold : null;
}
