import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { t } from '../../i18n/i18n.ts';
import { withoutTags } from './state/selectors.ts';

export interface TheaterDegradedProps {
  state: Extract<CritiqueState, { phase: 'degraded' }>;
  onRetry: (() => void) | null;
}

/** The panel could not speak: why, whose words were unreadable, and what to do. */
export function TheaterDegraded({ state, onRetry }: TheaterDegradedProps) {
  return (
    <div class="banner" data-phase="degraded">
      <p class="banner-title">{t('critiqueTheater.degraded.title')}</p>
      <p>{t(`critiqueTheater.degraded.${state.reason}`)}</p>
      <p class="banner-detail">
        {t('critiqueTheater.degraded.agent', { adapter: state.adapter })} · {withoutTags(state.message)}
      </p>
      {state.bestRound !== null && <p>{t('critiqueTheater.failed.kept', { round: state.bestRound })}</p>}
      {onRetry !== null && (
        <button type="button" class="primary" onClick={onRetry}>
          {t('critiqueTheater.retry')}
        </button>
      )}
    </div>
  );
}
