import type { ListedRun } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { pathOf } from '../router.ts';

/** What a run is about, in words. */
export function subjectOf(run: ListedRun): string {
  if (!('subject' in run)) return run.title;
  const { subject } = run;
  return subject.kind === 'brief' ? subject.text : (subject.name ?? t('shell.untitled'));
}

/** The Theater's pages belong to a project; a run of any other protocol has a page of its own. */
export function runPath({
  protocol,
  projectId,
  id,
}: Pick<ListedRun, 'protocol' | 'projectId' | 'id'>): string {
  return protocol === 'theater'
    ? pathOf('run', { projectId, runId: id })
    : pathOf('protocolRun', { runId: id });
}

export function thresholdOf(run: ListedRun): number | null {
  return 'subject' in run ? run.config.scoreThreshold : null;
}
