import type { RunState } from '@design-jury/contracts/run';
import { t } from './i18n.ts';

/**
 * How a run stands, in a word. Must-fixes keep a run from shipping at any score, and its status is then
 * `below_threshold` all the same: beside a score that reaches the threshold that word would be wrong.
 */
export function phaseWord(
  phase: RunState | 'idle' | 'interrupting',
  composite: number | null,
  threshold: number | null,
): string {
  if (phase === 'below_threshold' && composite !== null && composite >= (threshold ?? 0))
    return t('critiqueTheater.phase.notShipped');
  return t(`critiqueTheater.phase.${phase}`);
}
