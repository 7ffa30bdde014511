import type { RoundView } from '@design-jury/contracts/fold';
import { useMemo } from 'preact/hooks';
import { listOf, locale, score, t } from '../../i18n/i18n.ts';
import { roleName } from './roles.ts';

export interface RoundDividerProps {
  round: RoundView;
  chosen: boolean;
  kept: boolean;
  onChoose: (round: number) => void;
}

/** A thin line between rounds that says how the round ended, and opens it. */
export function RoundDivider({ round, chosen, kept, onChoose }: RoundDividerProps) {
  // The fold keeps a round that did not change, so most dividers of a long run are never drawn again.
  return useMemo(() => divider({ round, chosen, kept, onChoose }), [round, chosen, kept, onChoose, locale()]);
}

function divider({ round: { n, end }, chosen, kept, onChoose }: RoundDividerProps) {
  return (
    <h3 class="round">
      <button
        type="button"
        class="round-divider"
        aria-expanded={chosen}
        onClick={() => onChoose(n)}
        data-kept={kept}
      >
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
