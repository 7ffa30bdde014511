import type { ListedProject, RunOutcome } from '@design-jury/contracts/run';
import { useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { dateTime } from '../i18n/moments.ts';
import { deleteProject, renameProject } from '../lists-api.ts';
import { pathOf } from '../router.ts';
import { plainTitle } from './plain-title.ts';
import { RowTools } from './RowTools.tsx';
import { RunBadge } from './RunBadge.tsx';
import { Select } from './Select.tsx';
import { Thumbnail } from './Thumbnail.tsx';

export interface ProjectListProps {
  projects: readonly ListedProject[];
  /** One of them was renamed or deleted. */
  onChange: () => Promise<unknown>;
}

/** Fewer are seen at one glance. */
const WORTH_SEARCHING = 6;

export function ProjectList({ projects, onChange }: ProjectListProps) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLocaleLowerCase();
  const [outcome, setOutcome] = useState<RunOutcome | ''>('');
  const shown = projects.filter(
    ({ name, newestRun }) =>
      name.toLocaleLowerCase().includes(wanted) && (outcome === '' || outcomeOf(newestRun) === outcome),
  );
  return (
    <>
      {projects.length > WORTH_SEARCHING && (
        <search class="filters">
          <input
            type="search"
            class="search"
            aria-label={t('list.searchProjects')}
            placeholder={t('list.searchProjects')}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Select
            label={t('runs.outcome')}
            items={[['', t('list.all')], ...OUTCOMES.map((id) => [id, t(`runs.outcome.${id}`)] as const)]}
            value={outcome}
            onChoose={setOutcome}
          />
        </search>
      )}
      {shown.length === 0 ? (
        <p class="empty boxed">{t('list.noMatch')}</p>
      ) : (
        <ul class="cards">
          {shown.map((project) => (
            <ProjectCard key={project.id} project={project} onChange={onChange} />
          ))}
        </ul>
      )}
    </>
  );
}

/** As `RUN_OUTCOMES` of the contracts, whose file would bring zod into the browser. */
const OUTCOMES: readonly RunOutcome[] = ['open', 'passed', 'notPassed'];
const UNDER_WAY: ReadonlySet<string> = new Set(['queued', 'running', 'waiting', 'paused']);

/** How its newest run stands, as the list of runs is asked; null where it has none. */
function outcomeOf(newest: ListedProject['newestRun']): RunOutcome | null {
  if (newest === null) return null;
  if (UNDER_WAY.has(newest.state)) return 'open';
  return newest.state === 'shipped' || newest.exitCode === 0 ? 'passed' : 'notPassed';
}

function ProjectCard({
  project: { id, name, createdAt, newestRun },
  onChange,
}: Pick<ProjectListProps, 'onChange'> & { project: ListedProject }) {
  const shown = plainTitle(name);
  return (
    <li class="card">
      <Thumbnail of={newestRun?.hasPage ? { projectId: id, runId: newestRun.runId } : null} />
      <div class="card-words">
        <a href={pathOf('project', { projectId: id })} data-link class="card-link">
          {shown}
        </a>
        <time dateTime={createdAt}>{dateTime(createdAt)}</time>
      </div>
      {newestRun !== null && <RunBadge {...newestRun} />}
      <RowTools
        name={shown}
        gone={t('list.projectGone')}
        onRename={(next) => renameProject(id, next).then(onChange)}
        onDelete={() => deleteProject(id).then(onChange)}
      />
    </li>
  );
}
