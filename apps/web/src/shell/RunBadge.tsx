import type { RunStanding } from '@design-jury/contracts/run';
import { score, t } from '../i18n/i18n.ts';
import { phaseWord } from '../i18n/phase-word.ts';

/** What the command line would have ended with, as the Theater's own ends look. */
const TONES: Record<number, string> = {
  0: 'shipped',
  1: 'below_threshold',
  3: 'degraded',
  130: 'interrupted',
};

/** How a run of any other protocol ended: its own word for it is on its page. */
export function endWord(exitCode: number | null): string {
  if (exitCode === 130) return t('critiqueTheater.phase.interrupted');
  if (exitCode === 0) return t('runs.outcome.passed');
  return exitCode === 1 ? t('runs.outcome.notPassed') : t('runs.noVerdict');
}

export interface RunBadgeProps extends Pick<RunStanding, 'state' | 'exitCode'> {
  /** The Theater's alone. */
  composite?: number | null;
  threshold?: number | null;
  damaged?: boolean | undefined;
}

/** How a run stands, in a word and a number: the Theater's own words, or those all other protocols share. */
export function RunBadge({ state, exitCode, composite = null, threshold = null, damaged }: RunBadgeProps) {
  const isEnded = state === 'ended';
  return (
    <span class="run-badge" data-phase={isEnded ? (TONES[exitCode ?? -1] ?? 'failed') : state}>
      {composite !== null && <b>{`${score(composite)} `}</b>}
      {isEnded ? endWord(exitCode) : phaseWord(state, composite, threshold)}
      {damaged && ` · ${t('shell.damaged')}`}
    </span>
  );
}
