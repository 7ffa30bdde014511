import type { MustFix } from '@design-jury/contracts/theater/critique';
import { said, t } from '../../i18n/i18n.ts';
import { isOpenIn } from './state/selectors.ts';

export interface MustFixListProps {
  mustFixes: readonly MustFix[];
  round: number;
  /** Points at an element of the page; null points at nothing. */
  onTarget: (target: string | null) => void;
}

export function MustFixList({ mustFixes, round, onTarget }: MustFixListProps) {
  if (mustFixes.length === 0) return null;
  return (
    <ul class="must-fixes" aria-label={t('critiqueTheater.mustFix')}>
      {mustFixes.map((demand, place) => (
        // By place, not by id: a scrub through rounds changes words, not nodes.
        <Demand key={place} demand={demand} open={isOpenIn(demand, round)} onTarget={onTarget} />
      ))}
    </ul>
  );
}

function Demand({
  demand,
  open,
  onTarget,
}: Pick<MustFixListProps, 'onTarget'> & { demand: MustFix; open: boolean }) {
  const { text, severity, evidence, target, openedRound, resolvedRound, synthetic } = demand;
  const words = said(text);
  const point = (): void => onTarget(target);
  const leave = (): void => onTarget(null);
  return (
    <li class={open ? 'must-fix' : 'must-fix fixed'}>
      <p class="must-fix-text">
        <span class="meta-pill" data-severity={severity}>
          {t(`critiqueTheater.severity.${severity}`)}
        </span>{' '}
        {open ? words : <del>{words}</del>}
      </p>
      {evidence !== null && (
        <p class="evidence">
          <b>{t('critiqueTheater.evidence')}:</b> {said(evidence)}
        </p>
      )}
      <p class="must-fix-life">
        {open || resolvedRound === null
          ? t('critiqueTheater.openSince', { round: openedRound })
          : t('critiqueTheater.fixedIn', { round: resolvedRound })}
        {synthetic && ` · ${t('critiqueTheater.byGate')}`}
      </p>
      {target !== null && (
        <button
          type="button"
          class="target"
          onClick={point}
          onFocus={point}
          onBlur={leave}
          onMouseEnter={point}
          onMouseLeave={leave}
          title={target}
        >
          {t('critiqueTheater.target', { target: lastStep(target) })}
        </button>
      )}
    </li>
  );
}

/** A path through the page is long, and its end tells the element. */
function lastStep(target: string): string {
  return target.slice(target.lastIndexOf('>') + 1).trim();
}
