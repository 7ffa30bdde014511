import type { IdeaList } from '@design-jury/contracts/content/schema';
import { useState } from 'preact/hooks';
import { listOf, t } from '../../i18n/i18n.ts';
import { listAgents } from '../../projects-api.ts';
import { navigate, pathOf } from '../../router.ts';
import { useAnswer } from '../../shell/use-answer.ts';
import { startContent } from './content-api.ts';

interface IdeaStartProps {
  known: IdeaList;
  ideaId: string;
  onChoose: (id: string) => void;
}

/** Starts a run, or goes on with the idea's paused one. What the daemon refuses is shown as it says it. */
export function IdeaStart({ known: { ideas, recipes }, ideaId, onChoose }: IdeaStartProps) {
  const [type, setType] = useState('website');
  const [agent, setAgent] = useState('grounded');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ of: string; message: string } | null>(null);
  const agents = useAnswer('agents', listAgents);
  const idea = ideas.find(({ id }) => id === ideaId);
  const needs = recipes.find(({ contentType }) => contentType === type)?.needs ?? [];
  const missing = needs.filter((doc) => idea?.docs.includes(doc) !== true);
  // What was refused is told of the order it was said of, and of no other.
  const order = `${ideaId} ${type} ${agent}`;
  const submit = (event: Event): void => {
    event.preventDefault();
    setBusy(true);
    setRefused(null);
    startContent({ ideaId, contentType: type, agent })
      .then(({ runId }) => navigate(pathOf('protocolRun', { runId })))
      .catch((error: unknown) => {
        setBusy(false);
        setRefused({ of: order, message: error instanceof Error ? error.message : String(error) });
      });
  };
  return (
    <form class="start" onSubmit={submit} aria-label={t('ideas.start')}>
      <h2>{t('ideas.start')}</h2>
      <div class="fields">
        <label>
          {t('ideas.idea')}
          <select value={ideaId} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
            {idea === undefined && <option value={ideaId}>{ideaId}</option>}
            {ideas.map(({ id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('ideas.type')}
          <select value={type} onChange={({ currentTarget }) => setType(currentTarget.value)}>
            {recipes.map(({ contentType }) => (
              <option key={contentType} value={contentType}>
                {contentType}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('shell.agent')}
          <select value={agent} onChange={({ currentTarget }) => setAgent(currentTarget.value)}>
            {agents.state !== 'here' && <option value={agent}>{agent}</option>}
            {agents.state === 'here' &&
              agents.value.map(({ id, name, available, detail }) => (
                <option key={id} value={id} disabled={!available}>
                  {available || detail === null ? name : `${name} (${detail})`}
                </option>
              ))}
          </select>
        </label>
      </div>
      {missing.length > 0 && <p class="remark">{t('ideas.missing', { type, docs: listOf(missing) })}</p>}
      {idea?.last?.state === 'running' && <p class="small">{t('ideas.running')}</p>}
      {refused?.of === order && (
        <p class="remark" role="alert">
          {t('shell.problem', { message: refused.message })}
        </p>
      )}
      <button type="submit" class="primary" disabled={busy}>
        {busy ? t('ideas.starting') : t('ideas.start')}
      </button>
    </form>
  );
}
