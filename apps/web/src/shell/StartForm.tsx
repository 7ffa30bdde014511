import type { Project } from '@design-jury/contracts/run';
import { useState } from 'preact/hooks';
import { said, t } from '../i18n/i18n.ts';
import type { EstimateProps } from '../jobs/Estimate.tsx';
import { createProject, startRun } from '../projects-api.ts';
import { navigate, pathOf } from '../router.ts';
import { AgentSelect } from './AgentSelect.tsx';
import { type Draft, EMPTY, type Lack, lackOf, nameOf, requestOf } from './draft.ts';
import { lazy } from './lazy.tsx';
import type { MoreSettingsProps } from './MoreSettings.tsx';
import { PageField } from './PageField.tsx';

const MoreSettings = lazy<MoreSettingsProps>(async () => (await import('./MoreSettings.tsx')).MoreSettings, {
  more: true,
});

const Estimate = lazy<EstimateProps>(async () => (await import('../jobs/Estimate.tsx')).Estimate, {
  more: true,
  quiet: true,
});
/** As the daemon's configuration has it where nobody says otherwise. */
const USUAL_ROUNDS = 3;

/** Said in the language of the moment it is shown. */
type Problem = { kind: Lack } | { kind: 'refused'; message: string };

/** Starts a run: in one of the projects, or in a new one. `fixed`: in the only one. */
export function StartForm({ projects, fixed = false }: { projects: readonly Project[]; fixed?: boolean }) {
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, projectId: fixed ? (projects[0]?.id ?? '') : '' });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const set = (change: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...change }));
    setProblem(null);
  };

  const start = async (): Promise<void> => {
    const isNew = draft.projectId === '';
    const projectId = isNew
      ? (await createProject(nameOf(draft) || t('shell.untitled'))).id
      : draft.projectId;
    const { run } = await startRun(projectId, requestOf(draft)).catch(async (refusal: unknown) => {
      // Nobody asked for a project with nothing in it. It stays where it cannot be taken back.
      if (isNew) await (await import('../lists-api.ts')).deleteProject(projectId).catch(() => undefined);
      throw refusal;
    });
    navigate(pathOf('run', { projectId, runId: run.id }));
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    const lack = lackOf(draft);
    if (lack !== null) {
      setProblem({ kind: lack });
      return;
    }
    setBusy(true);
    setProblem(null);
    start().catch((error: unknown) => {
      setBusy(false);
      setProblem({ kind: 'refused', message: error instanceof Error ? error.message : String(error) });
    });
  };

  return (
    <form class="start" onSubmit={submit}>
      <PageField draft={draft} onChange={set} />
      <label>
        {t('shell.brief')}
        <textarea
          rows={3}
          value={draft.brief}
          placeholder={t('shell.briefHint')}
          onInput={({ currentTarget }) => set({ brief: currentTarget.value })}
        />
      </label>
      <AgentSelect value={draft.agent} onChoose={(agent) => set({ agent })} />
      <details class="more">
        <summary>{t('shell.more')}</summary>
        <MoreSettings draft={draft} onChange={set} projects={projects} fixed={fixed} />
      </details>
      {problem !== null && (
        <p class="remark" role="alert">
          {wordsOf(problem)}
        </p>
      )}
      <div class="estimate-place">
        <Estimate
          protocol="theater"
          agents={[draft.agent]}
          chars={draft.page.length + draft.brief.length}
          rounds={Number(draft.maxRounds) || USUAL_ROUNDS}
          independent={draft.panelMode === 'independent'}
        />
      </div>
      <button type="submit" class="primary" disabled={busy}>
        {busy ? t('shell.starting') : t('shell.start')}
      </button>
    </form>
  );
}

function wordsOf(problem: Problem): string {
  switch (problem.kind) {
    case 'subject':
      return t('shell.startNeeds');
    case 'page':
      return t('shell.startNeedsPage');
    case 'refused':
      return t('shell.problem', { message: said(problem.message) });
  }
}
