import { t } from '../i18n/i18n.ts';
import { getProject, listRuns } from '../projects-api.ts';
import { Answered } from './Answered.tsx';
import type { PageProps } from './pages.tsx';
import { RunCard } from './RunCard.tsx';
import { StartForm } from './StartForm.tsx';
import { useAnswer } from './use-answer.ts';

const MAX_RUNS = 100;

export function ProjectPage({ projectId }: PageProps<'project'>) {
  const project = useAnswer(projectId, () => getProject(projectId));
  const runs = useAnswer(projectId, () => listRuns(projectId, MAX_RUNS));
  return (
    <Answered to={project}>
      {(here) => (
        <div class="columns">
          <section>
            <div>
              <p class="over">{t('shell.newRun')}</p>
              <h1>{here.name}</h1>
            </div>
            <StartForm projects={[here]} fixed />
          </section>
          <section>
            <h2>{t('shell.runs')}</h2>
            <Answered to={runs}>
              {(list) =>
                list.length === 0 ? (
                  <p class="empty boxed">{t('shell.noRuns')}</p>
                ) : (
                  <ul class="cards">
                    {list.map((run) => (
                      <RunCard key={run.id} run={run} kind={run.agent} />
                    ))}
                  </ul>
                )
              }
            </Answered>
          </section>
        </div>
      )}
    </Answered>
  );
}
