import { t } from '../i18n/i18n.ts';
import { getProject, listRuns } from '../projects-api.ts';
import { pathOf } from '../router.ts';
import { kindWord } from '../runs/protocols.ts';
import { useListed } from '../runs/use-listed.ts';
import { Answered } from './Answered.tsx';
import { agentWord } from './agent-word.ts';
import { Problem } from './Problem.tsx';
import type { PageProps } from './pages.tsx';
import { RunCard } from './RunCard.tsx';
import { StartForm } from './StartForm.tsx';
import { useAnswer } from './use-answer.ts';
import { useTitle } from './use-title.ts';

const MAX_RUNS = 100;

export function ProjectPage({ projectId }: PageProps<'project'>) {
  const project = useAnswer(projectId, () => getProject(projectId));
  useTitle(project.state === 'here' ? project.value.name : '');
  const { answer: runs, problem, again } = useListed(() => listRuns(projectId, MAX_RUNS));
  if (project.state === 'failed')
    return (
      <div class="nothing">
        <Problem message={project.message} />
        <a href={pathOf('home', {})} data-link>
          {t('shell.backHome')}
        </a>
      </div>
    );
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
            <Problem message={problem} role="status" />
            <Answered to={runs}>
              {(list) =>
                list.length === 0 ? (
                  <p class="empty boxed">{t('shell.noRuns')}</p>
                ) : (
                  <ul class="cards">
                    {list.map((run) => (
                      <RunCard
                        key={run.id}
                        run={run}
                        kind={`${kindWord(run)} · ${agentWord(run.agent)}`}
                        onChange={again}
                      />
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
