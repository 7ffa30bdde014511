import type { MustFix } from '@design-jury/contracts/theater/critique';
import { useMemo } from 'preact/hooks';
import { locale, said, t } from '../../i18n/i18n.ts';
import { DimList } from './DimList.tsx';
import { useRested } from './hooks/useRested.ts';
import { useSameList } from './hooks/useSameList.ts';
import { barsOf, LaneHead } from './LaneHead.tsx';
import { MustFixList } from './MustFixList.tsx';
import { dimScores, type LaneForm, type LaneView, laneSummary } from './state/selectors.ts';

export interface PanelistLaneProps {
  lane: LaneView;
  form: LaneForm;
  scale: number;
  /** A hand sweeps over the timeline. */
  sweeping: boolean;
  /** Stays the same function: a lane that did not change is not drawn again. */
  onToggle: (role: LaneView['role'], open: boolean) => void;
  onTarget: (target: string | null) => void;
}

/** As many words as a rail shows at once; the rest is made when the lane stays. */
const AT_ONCE = 5;
/** Keeps the place of a line. */
const NO_WORDS = '\u00a0';

/** One panelist in one round: the head always, one derived line or every word below it. */
export function PanelistLane({ lane, form, scale, sweeping, onToggle, onTarget }: PanelistLaneProps) {
  const { role, round, panelist, open, speaking } = lane;
  const mustFixes = useSameList(lane.mustFixes);
  const items = useRested(`${round} ${form}`) ? Infinity : AT_ONCE;
  const expanded = form === 'expanded';
  const line = sweeping ? NO_WORDS : laneSummary(lane) || silence(panelist);
  return (
    <section
      class="lane"
      // biome-ignore lint/a11y/noRedundantRoles: the specification asks for it in words
      role="region"
      aria-labelledby={`lane-${role}`}
      data-role={role}
      data-speaking={speaking}
    >
      {/* In a sweep the figures tell where one is; lines and bars that last a frame only cost it. */}
      <LaneHead
        role={role}
        reached={panelist?.score ?? null}
        open={open}
        speaking={speaking && !sweeping}
        expanded={expanded}
        bars={sweeping ? '' : barsOf(dimScores(lane), scale)}
        line={form === 'summary' ? line : null}
        onToggle={onToggle}
      />
      {expanded && <Words {...{ panelist, round, mustFixes, items, scale, onTarget }} />}
    </section>
  );
}

interface WordsProps extends Pick<LaneView, 'panelist' | 'round'> {
  mustFixes: readonly MustFix[];
  items: number;
  scale: number;
  onTarget: PanelistLaneProps['onTarget'];
}

/** Everything a panelist said in a round. */
function Words(props: WordsProps) {
  const { panelist, round, mustFixes, items, scale, onTarget } = props;
  return useMemo(() => words(props), [panelist, round, mustFixes, items, scale, onTarget, locale()]);
}

function words({ panelist, round, mustFixes, items, scale, onTarget }: WordsProps) {
  const dims = panelist?.dims.slice(0, Math.max(0, items - mustFixes.length)) ?? [];
  return (
    <div class="lane-body">
      {panelist?.notes.map((note) => (
        <p class="note" key={note}>
          {said(note)}
        </p>
      ))}
      <MustFixList mustFixes={mustFixes.slice(0, items)} round={round} onTarget={onTarget} />
      {dims.length > 0 && <DimList dims={dims} scale={scale} />}
      {panelist === null && <p class="note">{silence(panelist)}</p>}
    </div>
  );
}

function silence(panelist: LaneView['panelist']): string {
  return panelist === null ? t('critiqueTheater.silent') : '';
}
