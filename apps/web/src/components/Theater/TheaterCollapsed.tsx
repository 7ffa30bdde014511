import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import type { CritiqueState, FinalView, RunView } from '@design-jury/contracts/theater/fold';
import { score, t } from '../../i18n/i18n.ts';
import { ROLE_LETTER, roleName } from './roles.ts';
import { compositeOf, keptRound, roundOf, withoutTags } from './state/selectors.ts';

/** The four who score; the designer drafts. */
const DOTS: readonly PanelistRole[] = ['critic', 'brand', 'a11y', 'copy'];

export type Settled = Extract<
  CritiqueState,
  RunView & { phase: 'shipped' | 'below_threshold' | 'timed_out' | 'interrupted' }
>;

/** A run that is over, in one chip: how it ended, the number, and where the four scores stand. */
export function TheaterCollapsed({ state }: { state: Settled }) {
  const kept = keptRound(state);
  const composite = compositeOf(state);
  const final: FinalView | null = 'final' in state ? state.final : null;
  return (
    <div class="badge" data-phase={state.phase}>
      <strong class="composite">{composite === null ? '–' : score(composite)}</strong>
      <p class="badge-title">
        {kept === null || composite === null
          ? t('critiqueTheater.badge.nothing')
          : t(`critiqueTheater.badge.${state.phase}`, { round: kept, composite: score(composite) })}
      </p>
      {kept !== null && <Dots run={state} round={kept} />}
      {final !== null && final.summary !== '' && <p class="summary">{withoutTags(final.summary)}</p>}
    </div>
  );
}

function Dots({ run, round }: { run: RunView; round: number }) {
  const panelists = roundOf(run, round)?.panelists ?? [];
  return (
    <ul class="dots">
      {DOTS.filter((role) => run.cast.includes(role)).map((role) => {
        const value = panelists.find((panelist) => panelist.role === role)?.score ?? null;
        return (
          <li key={role} data-role={role} title={roleName(role)}>
            <span class="dim-dot" aria-hidden="true">
              {ROLE_LETTER[role]}
            </span>
            <span class="offscreen">{roleName(role)}</span> {value === null ? '–' : score(value)}
          </li>
        );
      })}
    </ul>
  );
}
