import type { CritiqueState, RunView } from '@design-jury/contracts/theater/fold';
import { score, t } from '../../i18n/i18n.ts';
import { compositeOf, keptRound, openMustFixes, runOf, votes } from './state/selectors.ts';

/** The contract in one line, in the words of the phase. Every figure is the gate's. */
export function ShipRule({ state }: { state: CritiqueState }) {
  const run = runOf(state);
  if (run === null || run.scale === 0) return null;
  const text = ruleText(state, run);
  return text === null ? null : <p class="ship-rule">{text}</p>;
}

/** Null for an end the rule had no part in. */
function ruleText(state: CritiqueState, run: RunView): string | null {
  const kept = keptRound(state);
  const threshold = score(run.threshold);
  const rounds = run.rounds.filter(({ end }) => end !== null).length;
  const mustFix = openMustFixes(run, kept ?? run.activeRound).length;
  const composite = compositeOf(state);
  switch (state.phase) {
    case 'shipped':
      return t('critiqueTheater.rule.shipped', {
        composite: composite === null ? '–' : score(composite),
        threshold,
        mustFix,
        ...votes(run, state.final.round),
      });
    case 'interrupted':
      // Nobody stopped it where the daemon ended.
      return kept === null || state.recoveryReason !== null
        ? null
        : t('critiqueTheater.rule.interrupted', { threshold, rounds });
    case 'below_threshold':
    case 'timed_out':
      return rounds === 0 ? null : t('critiqueTheater.rule.kept', { threshold, rounds, mustFix });
    case 'running':
      return t('critiqueTheater.rule.running', { threshold, maxRounds: run.maxRounds });
    default:
      return null;
  }
}
