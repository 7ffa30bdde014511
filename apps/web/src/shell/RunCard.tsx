import type { ListedRun } from '@design-jury/contracts/run';
import { t } from '../i18n/i18n.ts';
import { dateTime } from '../i18n/moments.ts';
import { deleteRun, renameRun } from '../lists-api.ts';
import { plainTitle } from './plain-title.ts';
import { RowTools } from './RowTools.tsx';
import { RunBadge } from './RunBadge.tsx';
import { runPath, thresholdOf } from './run-path.ts';
import { subjectOf } from './subject.ts';
import { Thumbnail } from './Thumbnail.tsx';

interface RunCardProps {
  run: ListedRun;
  /** What tells it from its neighbours. */
  kind: string;
  /** It was renamed or deleted. */
  onChange: () => Promise<unknown>;
}

/** A run in a list: its page, what it is about, how it stands. */
export function RunCard({ run, kind, onChange }: RunCardProps) {
  const { projectId, id: runId } = run;
  const name = plainTitle(subjectOf(run));
  return (
    <li class="card">
      <Thumbnail of={keepsPage(run) ? { projectId, runId } : null} />
      <div class="card-words">
        <a href={runPath(run)} data-link class="card-link">
          {name}
        </a>
        <span>
          {kind} · <time dateTime={run.createdAt}>{dateTime(run.createdAt)}</time>
        </span>
      </div>
      <RunBadge {...run} threshold={thresholdOf(run)} />
      <RowTools
        name={name}
        gone={t('list.runGone')}
        onRename={(title) => renameRun(projectId, runId, title).then(onChange)}
        onDelete={() => deleteRun(projectId, runId).then(onChange)}
      />
    </li>
  );
}

/** As `keepsPage` of the contracts, whose file would bring zod into the browser. */
function keepsPage(run: ListedRun): boolean {
  return 'subject' in run && (run.finalRound !== null || run.state === 'legacy');
}
