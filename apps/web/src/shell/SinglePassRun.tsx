import type { TheaterRun } from '@design-jury/contracts/run';
import { runUrl } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { pathOf } from '../router.ts';
import { CopyLink } from './CopyLink.tsx';
import { Icon } from './Icon.tsx';
import { JuryReason } from './JuryReason.tsx';
import { PageTools } from './PageTools.tsx';
import { Preview } from './Preview.tsx';
import { RunAgain } from './RunAgain.tsx';
import { RunBadge } from './RunBadge.tsx';
import { subjectOf } from './subject.ts';
import { useTitle } from './use-title.ts';

export interface SinglePassRunProps {
  run: TheaterRun;
}

/** A page that was written without a jury: there are no rounds to show, only the page and who decided so. */
export function SinglePassRun({ run }: SinglePassRunProps) {
  const { projectId, id } = run;
  const url = `${runUrl(projectId, id)}/artifact`;
  const title = subjectOf(run);
  useTitle(title);
  return (
    <div class="run" data-drawer>
      <section class="artifact" aria-label={t('shell.artifact')}>
        <div class="toolbar">
          <a href={pathOf('project', { projectId })} data-link class="tool">
            <Icon name="back" />
            <span>{t('shell.runs')}</span>
          </a>
          <h1 class="run-title" title={title}>
            {title}
          </h1>
          <PageTools url={url} />
          <CopyLink />
        </div>
        <Preview url={url} mime="text/html" title={t('shell.artifact')} target={null} />
      </section>
      <aside class="rail" aria-label={t('shell.jury')}>
        <div class="rail-body">
          <section class="grounding" aria-label={t('critiqueTheater.phase.legacy')}>
            <p>
              <RunBadge {...run} threshold={run.config.scoreThreshold} />
            </p>
            <JuryReason run={run} />
            <RunAgain run={run} />
          </section>
        </div>
      </aside>
    </div>
  );
}
