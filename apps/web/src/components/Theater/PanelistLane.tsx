import { score, t } from '../../i18n/i18n.ts';
import { DimList } from './DimList.tsx';
import { MustFixList } from './MustFixList.tsx';
import { ROLE_LETTER, roleName } from './roles.ts';
import { dimScores, type LaneForm, type LaneView, laneSummary } from './state/selectors.ts';

export interface PanelistLaneProps {
  lane: LaneView;
  form: LaneForm;
  scale: number;
  onToggle: () => void;
  onTarget: (target: string | null) => void;
}

/** One panelist in one round: the head always, one derived line or every word below it. */
export function PanelistLane({ lane, form, scale, onToggle, onTarget }: PanelistLaneProps) {
  const { role, panelist, open, speaking, mustFixes, round } = lane;
  const title = `lane-${role}`;
  const expanded = form === 'expanded';
  return (
    // biome-ignore lint/a11y/noRedundantRoles: the specification asks for it in words
    <section class="lane" role="region" aria-labelledby={title} data-role={role} data-speaking={speaking}>
      <h4 class="lane-title">
        <button type="button" class="lane-head" aria-expanded={expanded} onClick={onToggle}>
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
          <span class="lane-score">{panelist?.score == null ? '–' : score(panelist.score)}</span>
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
          <MustFixList mustFixes={mustFixes} round={round} onTarget={onTarget} />
          {panelist === null || panelist.dims.length === 0 ? null : (
            <DimList dims={panelist.dims} scale={scale} />
          )}
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

function Sparkline({ scores, scale }: { scores: readonly number[]; scale: number }) {
  const shown = scores.slice(-SPARK_BARS);
  if (shown.length < 2 || scale <= 0) return null;
  return (
    <svg class="spark" width={shown.length * SPARK_WIDTH} height={SPARK_HEIGHT} aria-hidden="true">
      {shown.map((value, index) => {
        const height = Math.max(1, Math.min(1, value / scale) * SPARK_HEIGHT);
        return (
          <rect
            key={index}
            x={index * SPARK_WIDTH}
            y={SPARK_HEIGHT - height}
            width={SPARK_WIDTH - 2}
            height={height}
          />
        );
      })}
    </svg>
  );
}
