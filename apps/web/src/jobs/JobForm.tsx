import type { GivenKind } from '@design-jury/contracts/given-limits';
import type { RunSnapshot } from '@design-jury/contracts/http';
import { useState } from 'preact/hooks';
import { send } from '../api.ts';
import { type MessageKey, t } from '../i18n/i18n.ts';
import { navigate, pathOf } from '../router.ts';
import { PageHead } from '../shell/PageHead.tsx';
import { Estimate } from './Estimate.tsx';
import { JobFields } from './JobFields.tsx';
import { EMPTY_JOB, estimateOf, type JobDraft, jobRequest, lackOf } from './job-draft.ts';
import { JOB_WORDS } from './jobs.ts';
import '../styles/form.css';
import '../styles/jobs.css';

/** Said in the language of the moment it is shown. */
type Problem = { kind: 'lack'; key: MessageKey } | { kind: 'refused'; message: string };

/** Starts a loop or a cross-check of what is given here; then the browser is on the page of the run. */
export function JobForm({ kind }: { kind: GivenKind }) {
  const [draft, setDraft] = useState<JobDraft>(EMPTY_JOB);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { title, lead } = JOB_WORDS[kind];
  const change = (part: Partial<JobDraft>): void => {
    setDraft((before) => ({ ...before, ...part }));
    setProblem(null);
  };
  const start = async (): Promise<void> => {
    const { run } = await send<RunSnapshot>('POST', '/api/runs', await jobRequest(kind, draft));
    navigate(pathOf('protocolRun', { runId: run.id }));
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    const lack = lackOf(kind, draft);
    setProblem(lack === null ? null : { kind: 'lack', key: lack });
    if (lack !== null) return;
    setBusy(true);
    start().catch((error: unknown) => {
      setBusy(false);
      setProblem({ kind: 'refused', message: error instanceof Error ? error.message : String(error) });
    });
  };
  return (
    <>
      <PageHead title={t(title)} lead={t(lead)} />
      <form class="start" onSubmit={submit} aria-label={t(title)}>
        <JobFields kind={kind} draft={draft} onChange={change} />
        {problem !== null && (
          <p class="remark" role="alert">
            {problem.kind === 'lack' ? t(problem.key) : t('shell.problem', { message: problem.message })}
          </p>
        )}
        <Estimate {...estimateOf(kind, draft)} />
        <button type="submit" class="primary" disabled={busy}>
          {busy ? t('jobs.starting') : t('jobs.start')}
        </button>
        <p class="hint">{t('jobs.kept')}</p>
      </form>
    </>
  );
}
