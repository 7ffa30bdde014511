import type { MustFix } from '@design-jury/contracts/theater/critique';
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { useState } from 'preact/hooks';
import { getRun, keyed, runUrl } from '../api.ts';
import { runOf } from '../components/Theater/index.ts';
import { said, t } from '../i18n/i18n.ts';
import { plural } from '../i18n/plural.ts';
import { pathOf } from '../router.ts';
import { Problem } from './Problem.tsx';
import { RunAgain } from './RunAgain.tsx';
import { subjectOf } from './subject.ts';
import { TakePage } from './TakePage.tsx';
import { useAnswer } from './use-answer.ts';

const MOST_LISTED = 5;

export interface AfterEndProps {
  runId: string;
  state: CritiqueState;
}

/** What can be done once a run is over: see what changed, take the report, review the next version, run it again. */
export function AfterEnd({ runId, state }: AfterEndProps) {
  const answer = useAnswer(runId, () => getRun(runId));
  const [problem, setProblem] = useState<string | null>(null);
  if (answer.state !== 'here') return null;
  const { run, rounds } = answer.value;
  const { projectId } = run;
  const pages = rounds.filter(({ artifactSha256 }) => artifactSha256 !== null).length;
  return (
    <section class="after-end" aria-label={t('after.title')}>
      <Fixed list={(runOf(state)?.mustFixes ?? []).filter(({ resolvedRound }) => resolvedRound !== null)} />
      <p class="after-links">
        {rounds.length > 0 && (
          <a href={keyed(`${runUrl(projectId, runId)}/report?`)} target="_blank" rel="noopener">
            {t('after.report')}
          </a>
        )}
        {pages > 1 && 'subject' in run && (run.finalRound ?? 1) > 1 && (
          <TakePage
            url={`${runUrl(projectId, runId)}/artifact`}
            name={fileName(subjectOf(run))}
            onProblem={setProblem}
          />
        )}
        {pages > 1 && (
          <a href={`${pathOf('compare', { projectId, runId })}?view=source`} data-link>
            {t('after.diff')}
          </a>
        )}
        <a href={pathOf('project', { projectId })} data-link>
          {t('after.next')}
        </a>
        {state.phase === 'shipped' && <RunAgain run={run} />}
      </p>
      <Problem message={problem} role="alert" />
    </section>
  );
}

/** The last part of a path; a brief is no name of a file. */
function fileName(subject: string): string {
  const last = subject.split(/[\\/]/).at(-1) ?? '';
  return /^[^\s:*?"<>|]{1,80}\.\w{1,8}$/.test(last) ? last : 'page.html';
}

function Fixed({ list }: { list: readonly MustFix[] }) {
  if (list.length === 0) return null;
  const more = list.length - MOST_LISTED;
  return (
    <details>
      <summary>{t(`after.fixed.${plural(list.length)}`, { count: list.length })}</summary>
      <ul class="plain-list">
        {list.slice(0, MOST_LISTED).map(({ id, text }) => (
          <li key={id}>{said(text)}</li>
        ))}
        {more > 0 && <li>{t('after.more', { count: more })}</li>}
      </ul>
    </details>
  );
}
