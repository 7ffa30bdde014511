import type { ListedRun } from '@design-jury/contracts/run';
import { dateTime } from '../i18n/i18n.ts';
import { RunBadge } from './RunBadge.tsx';
import { runPath, thresholdOf } from './run-path.ts';
import { subjectOf } from './subject.ts';

/** A run in a list; `kind` is what tells it from its neighbours there. */
export function RunCard({ run, kind }: { run: ListedRun; kind: string }) {
  return (
    <li class="card">
      <div class="card-words">
        <a href={runPath(run)} data-link class="card-link">
          {subjectOf(run)}
        </a>
        <span>
          {kind} · <time dateTime={run.createdAt}>{dateTime(run.createdAt)}</time>
        </span>
      </div>
      <RunBadge {...run} threshold={thresholdOf(run)} />
    </li>
  );
}
