import type { RunRecord } from '@design-jury/contracts/run';
import { getProject, listRuns } from '../api.ts';
import { dateTime, t } from '../i18n/i18n.ts';
import { pathOf } from '../router.ts';
import { wearBrand } from './brand.ts';
import { RunBadge } from './RunBadge.tsx';
import { StartForm } from './StartForm.tsx';
import { subjectOf } from './subject.ts';
import { useAnswer } from './use-answer.ts';

const MAX_RUNS = 100;

export function ProjectPage({ projectId }: { projectId: string }) {
  const project = useAnswer(projectId, () => getProject(projectId).then(wearBrand));
  const runs = useAnswer(projectId, () => listRuns(projectId, MAX_RUNS));
  if (project.state === 'failed')
    return <p class="empty">{t('shell.problem', { message: project.message })}</p>;
  const here = project.state === 'here' ? project.value : null;
  return (
    <div class="columns">
      <section>
        <h1>{here?.name ?? t('shell.loading')}</h1>
        {here !== null && <StartForm projects={[here]} fixed />}
      </section>
      <section>
        <h2>{t('shell.runs')}</h2>
        {runs.state === 'here' && runs.value.length === 0 && <p class="empty">{t('shell.noRuns')}</p>}
        {runs.state === 'failed' && <p class="remark">{t('shell.problem', { message: runs.message })}</p>}
        <ul class="cards">
          {runs.state === 'here' && runs.value.map((run) => <RunCard key={run.id} run={run} />)}
        </ul>
      </section>
    </div>
  );
}

function RunCard({ run }: { run: RunRecord }) {
  return (
    <li class="card">
      <a href={pathOf({ page: 'run', projectId: run.projectId, runId: run.id })} data-link>
        {subjectOf(run)}
      </a>
      <span>
        {run.agent} · <time dateTime={run.createdAt}>{dateTime(run.createdAt)}</time>
      </span>
      <RunBadge run={run} />
    </li>
  );
}
