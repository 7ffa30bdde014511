import type { TheaterRun } from '@design-jury/contracts/run';
import { t } from '../i18n/i18n.ts';

/** What a run is about, in words. */
export function subjectOf({ subject }: TheaterRun): string {
  return subject.kind === 'brief' ? subject.text : (subject.name ?? t('shell.untitled'));
}
