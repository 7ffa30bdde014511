import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { score, t } from '../../i18n/i18n.ts';
import { announcement, compositeOf, keptRound } from './state/selectors.ts';

/** The one node that is read aloud: the end of a round and of the run, never a single dim. */
export function LiveStatus({ state }: { state: CritiqueState }) {
  return (
    <p class="offscreen" role="status" aria-live="polite">
      {words(state)}
    </p>
  );
}

function words(state: CritiqueState): string {
  const said = announcement(state);
  switch (said.kind) {
    case 'none':
      return '';
    case 'round_end': {
      const { round, composite, mustFix } = said;
      return t('critiqueTheater.announce.round_end', { round, composite: score(composite), mustFix });
    }
    case 'over': {
      const [round, composite] = [keptRound(state), compositeOf(state)];
      if (said.phase === 'degraded' || said.phase === 'failed' || round === null || composite === null)
        return t(`critiqueTheater.phase.${said.phase}`);
      return t(`critiqueTheater.badge.${said.phase}`, { round, composite: score(composite) });
    }
  }
}
