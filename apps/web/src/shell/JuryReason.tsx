import type { RunRecord } from '@design-jury/contracts/run';
import { t } from '../i18n/i18n.ts';

export interface JuryReasonProps {
  run: RunRecord;
}

/** Whether the jury sits in a run and who decided it, as the daemon says; nothing on runs of an older version. */
export function JuryReason({ run: { enablement } }: JuryReasonProps) {
  if (enablement === undefined) return null;
  const { on, by, reason } = enablement;
  return (
    <p class="jury-reason">
      {t(on ? 'settings.sits' : 'settings.rests')}:{' '}
      {t(`settings.by.${by}`, { phase: /\bM\d\b/.exec(reason)?.[0] ?? '' })}
      {by !== 'review' && (
        <>
          <br />
          <span lang="en">{reason}</span>
        </>
      )}
    </p>
  );
}
