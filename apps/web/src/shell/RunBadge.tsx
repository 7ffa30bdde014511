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

export interface RunBadgeProps extends Pick<RunStanding, 'state' | 'outcome' | 'exitCode'> {
  /** The Theater's alone. */
  composite?: number | null;
  threshold?: number | null;
  damaged?: boolean | undefined;
}

/** How a run stands, in a word and a number: the Theater's own words, and of any other protocol its outcome. */
export function RunBadge({
  state,
  outcome,
  exitCode,
  composite = null,
  threshold = null,
  damaged,
}: RunBadgeProps) {
  const isEnded = state === 'ended';
  return (
    <span class="run-badge" data-phase={isEnded ? (TONES[exitCode ?? -1] ?? 'failed') : state}>
      {composite !== null && <b>{`${score(composite)} `}</b>}
      {isEnded && outcome !== null ? outcome : phaseWord(state, composite, threshold)}
      {damaged && ` · ${t('shell.damaged')}`}
    </span>
  );
}
