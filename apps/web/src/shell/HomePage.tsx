import type { ListedProject } from '@design-jury/contracts/run';
import { dateTime, t } from '../i18n/i18n.ts';
import { listProjects } from '../projects-api.ts';
import { pathOf } from '../router.ts';
import { Answered } from './Answered.tsx';
import { PageHead } from './PageHead.tsx';
import { RunBadge } from './RunBadge.tsx';
import { StartForm } from './StartForm.tsx';
import { useAnswer } from './use-answer.ts';

export function HomePage() {
  const projects = useAnswer('projects', listProjects);
  return (
    <div class="columns">
      <section>
        <PageHead title={t('shell.newRun')} lead={t('shell.lead')} />
        <StartForm projects={projects.state === 'here' ? projects.value : []} />
      </section>
      <section>
        <h2>{t('shell.projects')}</h2>
        <Answered to={projects}>
          {(list) =>
            list.length === 0 ? (
              <p class="empty boxed">{t('shell.noProjects')}</p>
            ) : (
              <ul class="cards">
                {list.map((project) => (
                  <ProjectCard key={project.id} project={project} />
                ))}
              </ul>
            )
          }
        </Answered>
      </section>
    </div>
  );
}

function ProjectCard({ project }: { project: ListedProject }) {
  return (
    <li class="card">
      <div class="card-words">
        <a href={pathOf('project', { projectId: project.id })} data-link class="card-link">
          {project.name}
        </a>
        <time dateTime={project.createdAt}>{dateTime(project.createdAt)}</time>
      </div>
      {project.newestRun !== null && <RunBadge {...project.newestRun} />}
    </li>
  );
}
