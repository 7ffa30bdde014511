import type { ListedRun } from '@design-jury/contracts/run';
import { t } from '../i18n/i18n.ts';

/** What a run is about, in words. */
export function subjectOf(run: ListedRun): string {
  if (!('subject' in run)) return run.title;
  const { subject } = run;
  return subject.kind === 'brief' ? subject.text : (subject.name ?? t('shell.untitled'));
}
