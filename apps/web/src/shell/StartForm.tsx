import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { Project } from '@design-jury/contracts/run';
import { useState } from 'preact/hooks';
import { createProject, listAgents, patchMetadata, startRun } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { navigate } from '../router.ts';
import { BRAND_KEY, brandColour } from './brand.ts';
import { type Draft, EMPTY, isReady, nameOf, requestOf } from './draft.ts';
import { PageField } from './PageField.tsx';
import { useAnswer } from './use-answer.ts';

/** Starts a run: in one of the projects, or in a new one. `fixed`: in the only one. */
export function StartForm({ projects, fixed = false }: { projects: readonly Project[]; fixed?: boolean }) {
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [projectId, setProjectId] = useState(fixed ? (projects[0]?.id ?? '') : '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const agents = useAnswer('agents', listAgents);
  const set = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }));

  const start = async (): Promise<void> => {
    const id = projectId || (await createProject(nameOf(draft) || t('shell.untitled'))).id;
    const colour = brandColour(draft.design);
    if (colour !== null) await patchMetadata(id, { [BRAND_KEY]: colour });
    const { run } = await startRun(id, requestOf(draft));
    navigate({ page: 'run', projectId: id, runId: run.id });
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!isReady(draft)) {
      setProblem(t('shell.startNeeds'));
      return;
    }
    setBusy(true);
    setProblem(null);
    start().catch((error: unknown) => {
      setBusy(false);
      setProblem(t('shell.problem', { message: error instanceof Error ? error.message : String(error) }));
    });
  };

  return (
    <form class="start" onSubmit={submit}>
      <label>
        {t('shell.brief')}
        <textarea
          rows={3}
          value={draft.brief}
          placeholder={t('shell.briefHint')}
          onInput={({ currentTarget }) => set({ brief: currentTarget.value })}
        />
      </label>
      <PageField draft={draft} onChange={set} />
      <label>
        {t('shell.agent')}
        <select value={draft.agent} onChange={({ currentTarget }) => set({ agent: currentTarget.value })}>
          {agents.state === 'here' &&
            agents.value.map(({ id, name, available, detail }) => (
              <option key={id} value={id} disabled={!available}>
                {available || detail === null ? name : `${name} (${detail})`}
              </option>
            ))}
        </select>
      </label>
      <details>
        <summary>{t('shell.more')}</summary>
        {!fixed && (
          <label>
            {t('shell.project')}
            <select value={projectId} onChange={({ currentTarget }) => setProjectId(currentTarget.value)}>
              <option value="">{t('shell.newProject')}</option>
              {projects.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {projectId === '' && (
          <label>
            {t('shell.projectName')}
            <input
              value={draft.projectName}
              placeholder={nameOf(draft)}
              onInput={({ currentTarget }) => set({ projectName: currentTarget.value })}
            />
          </label>
        )}
        <label>
          {t('shell.threshold')}
          <input
            type="number"
            min={0}
            step={0.1}
            value={draft.threshold}
            placeholder={String(DEFAULT_CRITIQUE_CONFIG.scoreThreshold)}
            onInput={({ currentTarget }) => set({ threshold: currentTarget.value })}
          />
        </label>
        <label>
          {t('shell.maxRounds')}
          <input
            type="number"
            min={1}
            max={20}
            value={draft.maxRounds}
            placeholder={String(DEFAULT_CRITIQUE_CONFIG.maxRounds)}
            onInput={({ currentTarget }) => set({ maxRounds: currentTarget.value })}
          />
        </label>
        <label>
          {t('shell.skill')}
          <input value={draft.skill} onInput={({ currentTarget }) => set({ skill: currentTarget.value })} />
        </label>
        <label>
          {t('shell.design')}
          <textarea
            rows={3}
            value={draft.design}
            onInput={({ currentTarget }) => set({ design: currentTarget.value })}
          />
        </label>
      </details>
      {problem !== null && (
        <p class="remark" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="primary" disabled={busy}>
        {t('shell.start')}
      </button>
    </form>
  );
}
