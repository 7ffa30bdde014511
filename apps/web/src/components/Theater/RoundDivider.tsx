import type { RoundView } from '@design-jury/contracts/fold';
import { listOf, score, t } from '../../i18n/i18n.ts';
import { roleName } from './roles.ts';

export interface RoundDividerProps {
  round: RoundView;
  chosen: boolean;
  kept: boolean;
  onChoose: () => void;
}

/** A thin line between rounds that says how the round ended, and opens it. */
export function RoundDivider({ round, chosen, kept, onChoose }: RoundDividerProps) {
  const { n, end } = round;
  return (
    <h3 class="round">
      <button type="button" class="round-divider" aria-expanded={chosen} onClick={onChoose} data-kept={kept}>
        <span>{t('critiqueTheater.round', { round: n })}</span>
        {end === null ? (
          <span>{t('critiqueTheater.roundOpen')}</span>
        ) : (
          <>
            <span>{score(end.composite)}</span>
            <span>{t('critiqueTheater.mustFixCount', { count: end.mustFix })}</span>
            <span>{t(`critiqueTheater.decision.${end.decision}`)}</span>
          </>
        )}
        {kept && <span class="meta-pill">{t('critiqueTheater.kept')}</span>}
      </button>
      {chosen && end !== null && end.missing.length > 0 && (
        <span class="missing">
          {t('critiqueTheater.missing', { roles: listOf(end.missing.map(roleName)) })}
        </span>
      )}
    </h3>
  );
}
