import type { IdeaList } from '@design-jury/contracts/content/schema';
import { useState } from 'preact/hooks';
import { listOf, t } from '../../i18n/i18n.ts';
import { Estimate } from '../../jobs/Estimate.tsx';
import { navigate, pathOf } from '../../router.ts';
import { AgentSelect } from '../../shell/AgentSelect.tsx';
import { Problem } from '../../shell/Problem.tsx';
import { Select } from '../../shell/Select.tsx';
import { startContent } from './content-api.ts';
import { contentTypeWord } from './content-type-word.ts';

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
        <Select
          label={t('ideas.idea')}
          items={(idea === undefined ? [ideaId] : []).concat(ideas.map(({ id }) => id)).map((id) => [id, id])}
          value={ideaId}
          onChoose={onChoose}
        />
        <Select
          label={t('ideas.type')}
          items={recipes.map(({ contentType }) => [contentType, contentTypeWord(contentType)])}
          value={type}
          onChoose={setType}
        />
        <AgentSelect value={agent} onChoose={setAgent} />
      </div>
      {missing.length > 0 && (
        <p class="remark">{t('ideas.missing', { type: contentTypeWord(type), docs: listOf(missing) })}</p>
      )}
      {idea?.last?.state === 'running' && <p class="small">{t('ideas.running')}</p>}
      <Estimate protocol="content" agents={[agent]} chars={0} rounds={1} />
      <Problem message={refused?.of === order ? refused.message : null} role="alert" />
      <button type="submit" class="primary" disabled={busy}>
        {busy ? t('ideas.starting') : t('ideas.start')}
      </button>
    </form>
  );
}
