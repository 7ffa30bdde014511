import { GIVEN_KINDS, type GivenKind } from '@design-jury/contracts/given-limits';
import { t } from '../i18n/i18n.ts';
import { pathOf } from '../router.ts';
import { JOB_WORDS, jobPath } from './jobs.ts';
import '../styles/jobs.css';

export interface JobLinksProps {
  /** Null: a page. */
  current: GivenKind | null;
}

/** What a run can be about; a page is what most are. */
export function JobLinks({ current }: JobLinksProps) {
  const link = (href: string, words: string, isCurrent: boolean) => (
    <a key={href} href={href} data-link aria-current={isCurrent ? 'page' : undefined}>
      {words}
    </a>
  );
  return (
    <nav class="jobs" aria-label={t('jobs.title')}>
      {link(pathOf('home', {}), t('jobs.page'), current === null)}
      {GIVEN_KINDS.map((kind) => link(jobPath(kind), t(JOB_WORDS[kind].short), current === kind))}
      {link(pathOf('ideas', {}), t('jobs.idea'), false)}
    </nav>
  );
}
