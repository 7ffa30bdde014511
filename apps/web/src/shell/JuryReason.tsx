import type { TheaterRun } from '@design-jury/contracts/run';
import { t } from '../i18n/i18n.ts';
import { pathOf } from '../router.ts';

export interface JuryReasonProps {
  run: TheaterRun;
}

/** Where a run comes from: the run it tries again, and who decided that the jury sits. */
export function JuryReason({ run: { enablement, projectId, retryOf } }: JuryReasonProps) {
  return (
    <>
      {retryOf !== undefined && (
        <p class="jury-reason">
          <a href={pathOf('run', { projectId, runId: retryOf })} data-link>
            {t('questions.retryOf')}
          </a>
        </p>
      )}
      <Decision enablement={enablement} />
    </>
  );
}

/** In what the daemon says of a decision that somebody had asked to be otherwise. */
const OVERRULED = ', and that comes before ';

/** As the daemon says; nothing on runs of an older version. */
function Decision({ enablement }: Pick<TheaterRun, 'enablement'>) {
  if (enablement === undefined) return null;
  const { on, by, reason } = enablement;
  // A page that was given is judged: nobody had to decide it, unless somebody had turned the jury off.
  if (by === 'review' && !reason.includes(OVERRULED)) return null;
  return (
    <p class="jury-reason">
      {t(on ? 'settings.sits' : 'settings.rests')}: {t(`settings.by.${by}`)}
      {reason.includes(OVERRULED) && (
        <>
          <br />
          {t('settings.overruled')}
        </>
      )}
    </p>
  );
}
