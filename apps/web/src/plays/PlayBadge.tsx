import type { PlayRecord } from '@design-jury/contracts/play';
import { t } from '../i18n/i18n.ts';

const TONES: Record<number, string> = {
  0: 'shipped',
  1: 'below_threshold',
  3: 'degraded',
  130: 'interrupted',
};

/** How a play stands: its own word once it is over. */
export function PlayBadge({ play }: { play: Pick<PlayRecord, 'status' | 'outcome' | 'exitCode'> }) {
  const { status, outcome, exitCode } = play;
  if (status !== 'ended')
    return (
      <span class="run-badge" data-phase={status === 'running' ? 'running' : 'degraded'}>
        {t(`plays.status.${status}`)}
      </span>
    );
  return (
    <span class="run-badge" data-phase={TONES[exitCode ?? -1] ?? 'failed'}>
      {outcome ?? t('plays.status.ended')}
    </span>
  );
}
