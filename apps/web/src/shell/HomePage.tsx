import type { Project } from '@design-jury/contracts/run';
import { listProjects, listRuns } from '../api.ts';
import { dateTime, t } from '../i18n/i18n.ts';
import { pathOf } from '../router.ts';
import { RunBadge } from './RunBadge.tsx';
import { StartForm } from './StartForm.tsx';
import { useAnswer } from './use-answer.ts';

/** Projects whose last run is looked up for its badge; more would be a request each. */
const PROJECTS_WITH_BADGE = 20;

export function HomePage() {
  const projects = useAnswer('projects', listProjects);
  return (
    <div class="columns">
      <section>
        <h1>{t('shell.newRun')}</h1>
        <StartForm projects={projects.state === 'here' ? projects.value : []} />
      </section>
      <section>
        <h2>{t('shell.projects')}</h2>
        {projects.state === 'waiting' && <p class="empty">{t('shell.loading')}</p>}
        {projects.state === 'failed' && (
          <p class="remark">{t('shell.problem', { message: projects.message })}</p>
        )}
        {projects.state === 'here' && projects.value.length === 0 && (
          <p class="empty">{t('shell.noProjects')}</p>
        )}
        {projects.state === 'here' && (
          <ul class="cards">
            {projects.value.map((project, index) => (
              <ProjectCard key={project.id} project={project} badge={index < PROJECTS_WITH_BADGE} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function ProjectCard({ project, badge }: { project: Project; badge: boolean }) {
  const last = useAnswer(project.id, () => (badge ? listRuns(project.id, 1) : Promise.resolve([])));
  const run = last.state === 'here' ? last.value[0] : undefined;
  return (
    <li class="card">
      <a href={pathOf({ page: 'project', projectId: project.id })} data-link>
        {project.name}
      </a>
      <time dateTime={project.createdAt}>{dateTime(project.createdAt)}</time>
      {run !== undefined && <RunBadge run={run} />}
    </li>
  );
}
