import type { PlayRecord } from '@design-jury/contracts/questions';
import { t } from '../i18n/i18n.ts';

const TONES: Record<number, string> = {
  0: 'shipped',
  1: 'below_threshold',
  3: 'degraded',
  130: 'interrupted',
};

export interface Stood extends Pick<PlayRecord, 'outcome' | 'exitCode'> {
  /** `notYet`: before its first event. */
  status: PlayRecord['status'] | 'notYet';
}

/** How a play stands, or stood: its own word once it is over. */
export function PlayBadge({ play }: { play: Stood }) {
  const { status, outcome, exitCode } = play;
  if (status !== 'ended')
    return (
      <span
        class="run-badge"
        data-phase={status === 'running' || status === 'notYet' ? 'running' : 'degraded'}
      >
        {t(`plays.status.${status}`)}
      </span>
    );
  return (
    <span class="run-badge" data-phase={TONES[exitCode ?? -1] ?? 'failed'}>
      {outcome ?? t('plays.status.ended')}
    </span>
  );
}
