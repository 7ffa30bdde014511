import type { FailedCause } from '@design-jury/contracts/theater/critique';
import { t } from '../../i18n/i18n.ts';
import { withoutTags } from './state/selectors.ts';

export interface TheaterFailedProps {
  phase: 'failed' | 'timed_out';
  cause: FailedCause;
  message: string;
  bestRound: number | null;
  onRetry: (() => void) | null;
}

export function TheaterFailed({ phase, cause, message, bestRound, onRetry }: TheaterFailedProps) {
  return (
    <div class="banner" data-phase={phase}>
      <p class="banner-title">
        {phase === 'failed' ? t('critiqueTheater.failed.title') : t('critiqueTheater.phase.timed_out')}
      </p>
      <p>{t(`critiqueTheater.failed.${cause}`)}</p>
      {message !== '' && <p class="banner-detail">{withoutTags(message)}</p>}
      {bestRound !== null && <p>{t('critiqueTheater.failed.kept', { round: bestRound })}</p>}
      {onRetry !== null && (
        <button type="button" class="primary" onClick={onRetry}>
          {t('critiqueTheater.retry')}
        </button>
      )}
    </div>
  );
}
