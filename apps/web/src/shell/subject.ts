import type { ListedRun } from '@design-jury/contracts/run';
import { t } from '../i18n/i18n.ts';

/** What a run is called, in words: its own name, which begins as what it is about. */
export function subjectOf(run: ListedRun): string {
  if (run.title !== '' || !('subject' in run)) return run.title;
  const { subject } = run;
  return subject.kind === 'brief' ? subject.text : (subject.name ?? t('shell.untitled'));
}
