import { ask, keyed, runUrl } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { Icon } from './Icon.tsx';
import { Preview } from './Preview.tsx';
import { useAnswer } from './use-answer.ts';

export interface KeptPageProps {
  projectId: string;
  runId: string;
}

/** A run that is over and has no page of a round: it may have left one that nobody judged. */
export function KeptPage({ projectId, runId }: KeptPageProps) {
  const url = `${runUrl(projectId, runId)}/artifact`;
  const kept = useAnswer(url, () => ask(url, { method: 'HEAD' }));
  if (kept.state === 'waiting') return null;
  if (kept.state === 'failed')
    return (
      <div class="nothing">
        <Icon name="page" />
        <p>{t('shell.artifactNone')}</p>
      </div>
    );
  return (
    <div class="kept-page">
      <p class="remark">
        {t('kept.unjudged')}{' '}
        <a href={url} target="_blank" rel="noreferrer">
          {t('shell.openAlone')}
        </a>{' '}
        <a href={keyed(`${url}?download&`)} download>
          {t('shell.download')}
        </a>
      </p>
      <Preview
        url={url}
        mime={kept.value.headers.get('Content-Type')?.split(';')[0] ?? 'text/html'}
        title={t('shell.artifact')}
        target={null}
      />
    </div>
  );
}
