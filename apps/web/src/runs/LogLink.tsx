import { keyed } from '../api.ts';
import { t } from '../i18n/i18n.ts';

/** Loaded where a run did not end well: its lines of the daemon's log. */
export function LogLink({ runId }: { runId: string }) {
  return (
    <p>
      <a href={keyed(`/api/runs/${encodeURIComponent(runId)}/log?`)} target="_blank" rel="noopener">
        {t('ops.openLog')}
      </a>
    </p>
  );
}
