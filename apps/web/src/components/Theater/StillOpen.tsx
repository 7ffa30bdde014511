import type { RunView } from '@design-jury/contracts/theater/fold';
import { t } from '../../i18n/i18n.ts';
import { MustFixList } from './MustFixList.tsx';
import { openMustFixes } from './state/selectors.ts';

export interface StillOpenProps {
  run: RunView;
  /** The round that was kept. */
  round: number;
  onTarget: (target: string | null) => void;
}

/** What a run left undone, without having to open anything. */
export function StillOpen({ run, round, onTarget }: StillOpenProps) {
  const open = openMustFixes(run, round);
  if (open.length === 0) return null;
  return (
    <section class="still-open">
      <h3>
        {t('critiqueTheater.stillOpen')} <span class="meta-pill">{open.length}</span>
      </h3>
      <MustFixList mustFixes={open} round={round} onTarget={onTarget} />
    </section>
  );
}
