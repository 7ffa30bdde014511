import { useMemo, useRef } from 'preact/hooks';
import { locale, score, t } from '../../i18n/i18n.ts';
import { DimList } from './DimList.tsx';
import { useRested } from './hooks/useRested.ts';
import { MustFixList } from './MustFixList.tsx';
import { ROLE_LETTER, roleName } from './roles.ts';
import { dimScores, type LaneForm, type LaneView, laneSummary } from './state/selectors.ts';

export interface PanelistLaneProps {
  lane: LaneView;
  form: LaneForm;
  scale: number;
  /** Stays the same function: a lane that did not change is not drawn again. */
  onToggle: (role: LaneView['role'], open: boolean) => void;
  onTarget: (target: string | null) => void;
}

/** As many words as a rail shows at once; the rest is made when the lane stays. */
const AT_ONCE = 5;

/** One panelist in one round: the head always, one derived line or every word below it. */
export function PanelistLane({ lane, form, scale, onToggle, onTarget }: PanelistLaneProps) {
  const { role, round, panelist, open, speaking } = lane;
  const mustFixes = useSameList(lane.mustFixes);
  const items = useRested(`${round} ${form}`) ? Infinity : AT_ONCE;
  return useMemo(
    () => drawn({ lane, form, scale, onToggle, onTarget }, items),
    [role, round, panelist, open, speaking, mustFixes, form, scale, items, onToggle, onTarget, locale()],
  );
}

/** The fold keeps what did not change; a list of the same things is the same list. */
function useSameList<Item>(list: readonly Item[]): readonly Item[] {
  const kept = useRef(list);
  if (list.length !== kept.current.length || list.some((item, at) => item !== kept.current[at]))
    kept.current = list;
  return kept.current;
}

function drawn({ lane, form, scale, onToggle, onTarget }: PanelistLaneProps, items: number) {
  const { role, panelist, open, speaking, mustFixes, round } = lane;
  const title = `lane-${role}`;
  const expanded = form === 'expanded';
  const dims = panelist?.dims.slice(0, Math.max(0, items - mustFixes.length)) ?? [];
  return (
    // biome-ignore lint/a11y/noRedundantRoles: the specification asks for it in words
    <section class="lane" role="region" aria-labelledby={title} data-role={role} data-speaking={speaking}>
      <h4 class="lane-title">
        <button
          type="button"
          class="lane-head"
          aria-expanded={expanded}
          onClick={() => onToggle(role, !expanded)}
        >
          <span class="role-tag" aria-hidden="true">
            {ROLE_LETTER[role]}
          </span>
          <span class="lane-name" id={title}>
            {roleName(role)}
          </span>
          {speaking && <span class="caret">{t('critiqueTheater.speaking')}</span>}
          <Sparkline scores={dimScores(lane)} scale={scale} />
          {open > 0 && (
            <span class="meta-pill count">{t('critiqueTheater.mustFixCount', { count: open })}</span>
          )}
          <span class="lane-score" data-none={panelist?.score == null}>
            {panelist?.score == null ? '–' : score(panelist.score)}
          </span>
        </button>
      </h4>
      {form === 'summary' && <p class="lane-summary">{laneSummary(lane) || silence(lane)}</p>}
      {expanded && (
        <div class="lane-body">
          {panelist?.notes.map((note) => (
            <p class="note" key={note}>
              {note}
            </p>
          ))}
          <MustFixList mustFixes={mustFixes.slice(0, items)} round={round} onTarget={onTarget} />
          {dims.length > 0 && <DimList dims={dims} scale={scale} />}
          {panelist === null && <p class="note">{silence(lane)}</p>}
        </div>
      )}
    </section>
  );
}

function silence({ panelist }: LaneView): string {
  return panelist === null ? t('critiqueTheater.silent') : '';
}

const SPARK_WIDTH = 5;
const SPARK_HEIGHT = 14;
/** More bars than this would be thinner than a pixel. */
const SPARK_BARS = 16;

/** One path, however many dims: it is drawn anew at every moment of a scrub. */
function Sparkline({ scores, scale }: { scores: readonly number[]; scale: number }) {
  const shown = scores.slice(-SPARK_BARS);
  if (shown.length < 2 || scale <= 0) return null;
  const bars = shown.map((value, index) => {
    const height = Math.max(1, Math.min(1, value / scale) * SPARK_HEIGHT);
    return `M${index * SPARK_WIDTH + 1.5} ${SPARK_HEIGHT}v${-height.toFixed(1)}`;
  });
  return (
    <svg class="spark" width={shown.length * SPARK_WIDTH} height={SPARK_HEIGHT} aria-hidden="true">
      <path d={bars.join('')} />
    </svg>
  );
}
