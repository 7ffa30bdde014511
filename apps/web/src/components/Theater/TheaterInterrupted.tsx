import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { t } from '../../i18n/i18n.ts';
import { TheaterCollapsed } from './TheaterCollapsed.tsx';

export interface TheaterInterruptedProps {
  state: Extract<CritiqueState, { phase: 'interrupted' }>;
  onRetry: (() => void) | null;
}

/** Stopped by the user: the best completed round, or an empty stage and a way to begin again. */
export function TheaterInterrupted({ state, onRetry }: TheaterInterruptedProps) {
  return (
    <>
      <TheaterCollapsed state={state} />
      {state.recoveryReason !== null && <p class="remark">{state.recoveryReason}</p>}
      {state.bestRound === null && <p class="empty">{t('critiqueTheater.empty')}</p>}
      {onRetry !== null && (
        <button type="button" class={state.bestRound === null ? 'primary' : ''} onClick={onRetry}>
          {t('critiqueTheater.retry')}
        </button>
      )}
    </>
  );
}
