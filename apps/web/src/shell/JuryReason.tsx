import type { TheaterRun } from '@design-jury/contracts/run';
import type { DraftLack } from '@design-jury/contracts/skills';
import { t } from '../i18n/i18n.ts';
import { pathOf } from '../router.ts';

export interface JuryReasonProps {
  run: TheaterRun;
}

/** Where a run comes from: the run it tries again, who decided that the jury sits, and what its brief left out. */
export function JuryReason({ run: { enablement, projectId, retryOf, subject } }: JuryReasonProps) {
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
      {subject.kind === 'artifact' && <Lacks lacks={subject.lacks} />}
    </>
  );
}

/** Of a page that was drafted from the brief without a model. */
function Lacks({ lacks = [] }: { lacks: readonly DraftLack[] | undefined }) {
  if (lacks.length === 0) return null;
  return (
    <div class="jury-reason">
      <p>{t('lacks.title')}</p>
      <ul>
        {lacks.map(({ of, label = '' }) => (
          <li key={of}>{t(`lacks.${of}`, { label })}</li>
        ))}
      </ul>
    </div>
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
