import { t } from '../i18n/i18n.ts';
import type { JobLinksProps } from '../jobs/JobLinks.tsx';
import { jobIn } from '../jobs/jobs.ts';
import { listProjects } from '../projects-api.ts';
import { useListed } from '../runs/use-listed.ts';
import { Answered } from './Answered.tsx';
import { lazy } from './lazy.tsx';
import { PageHead } from './PageHead.tsx';
import { Problem } from './Problem.tsx';
import type { ProjectListProps } from './ProjectList.tsx';
import type { PageProps } from './pages.tsx';
import { StartForm } from './StartForm.tsx';

const ProjectList = lazy<ProjectListProps>(async () => (await import('./ProjectList.tsx')).ProjectList, {
  more: true,
});
const JobLinks = lazy<JobLinksProps>(async () => (await import('../jobs/JobLinks.tsx')).JobLinks, {
  more: true,
  quiet: true,
});
const JobForm = lazy(async () => (await import('../jobs/JobForm.tsx')).JobForm, { more: true });

export function HomePage({ query }: PageProps<'home'>) {
  const { answer, problem, again } = useListed(listProjects);
  const projects = answer.state === 'here' ? answer.value : [];
  const job = jobIn(query);
  return (
    <div class="columns">
      <section>
        <div class="jobs-place">
          <JobLinks current={job} />
        </div>
        {job === null ? (
          <>
            <PageHead title={t('shell.newRun')} lead={t('shell.lead')} />
            <StartForm projects={projects} />
          </>
        ) : (
          <JobForm key={job} kind={job} />
        )}
      </section>
      <section>
        <h2>{t('shell.projects')}</h2>
        <Problem message={problem} role="status" />
        <Answered to={answer}>
          {(list) =>
            list.length === 0 ? (
              <p class="empty boxed">{t('shell.noProjects')}</p>
            ) : (
              <ProjectList projects={list} onChange={again} />
            )
          }
        </Answered>
      </section>
    </div>
  );
}
