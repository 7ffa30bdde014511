import type { RoundView } from '@design-jury/contracts/theater/fold';
import { useMemo } from 'preact/hooks';
import { listOf, locale, score, t } from '../../i18n/i18n.ts';
import { useSameList } from './hooks/useSameList.ts';
import { roleName } from './roles.ts';

export interface RoundDividersProps {
  rounds: readonly RoundView[];
  /** Above the lanes, or below them. */
  above: boolean;
  shown: number;
  kept: number | null;
  onChoose: (round: number) => void;
}

/** Thin lines between rounds. They tell how rounds ended: what is said in an open one changes none of them. */
export function RoundDividers({ rounds, above, shown, kept, onChoose }: RoundDividersProps) {
  const ends = useSameList(rounds.map(({ end }) => end));
  return useMemo(
    () => (
      <div class={above ? 'dividers-above' : ''}>
        <div>
          {rounds.map(({ n, end }) => (
            <RoundDivider
              key={n}
              n={n}
              end={end}
              chosen={n === shown}
              kept={n === kept}
              onChoose={onChoose}
            />
          ))}
        </div>
      </div>
    ),
    [ends, rounds[0]?.n, above, shown, kept, onChoose, locale()],
  );
}

interface RoundDividerProps extends Pick<RoundView, 'n' | 'end'> {
  chosen: boolean;
  kept: boolean;
  onChoose: (round: number) => void;
}

/** Says how its round ended, and opens it. */
function RoundDivider({ n, end, chosen, kept, onChoose }: RoundDividerProps) {
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
