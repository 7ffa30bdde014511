import type { ListedRun } from '@design-jury/contracts/run';
import { dateTime, t } from '../i18n/i18n.ts';
import { getProject, listRuns } from '../projects-api.ts';
import { Answered } from './Answered.tsx';
import type { PageProps } from './pages.tsx';
import { RunBadge } from './RunBadge.tsx';
import { runPath, thresholdOf } from './run-path.ts';
import { StartForm } from './StartForm.tsx';
import { subjectOf } from './subject.ts';
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
                      <RunCard key={run.id} run={run} />
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

function RunCard({ run }: { run: ListedRun }) {
  return (
    <li class="card">
      <div class="card-words">
        <a href={runPath(run)} data-link class="card-link">
          {subjectOf(run)}
        </a>
        <span>
          {run.agent} · <time dateTime={run.createdAt}>{dateTime(run.createdAt)}</time>
        </span>
      </div>
      <RunBadge {...run} threshold={thresholdOf(run)} />
    </li>
  );
}
