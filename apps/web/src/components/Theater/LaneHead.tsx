import { useMemo } from 'preact/hooks';
import { locale, score, t } from '../../i18n/i18n.ts';
import { ROLE_LETTER, roleName } from './roles.ts';
import type { LaneView } from './state/selectors.ts';

export interface LaneHeadProps {
  role: LaneView['role'];
  reached: number | null;
  open: number;
  speaking: boolean;
  expanded: boolean;
  /** The sparkline as a path; empty for none. */
  bars: string;
  /** The one line of a closed lane; null for none. */
  line: string | null;
  onToggle: (role: LaneView['role'], open: boolean) => void;
}

/** Who, how many demands and which score; below it one line of a closed lane. Drawn anew when one of these changed. */
export function LaneHead(props: LaneHeadProps) {
  const { role, reached, open, speaking, expanded, bars, line, onToggle } = props;
  return useMemo(
    () => drawn(props),
    [role, reached, open, speaking, expanded, bars, line, onToggle, locale()],
  );
}

function drawn({ role, reached, open, speaking, expanded, bars, line, onToggle }: LaneHeadProps) {
  return (
    <div>
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
          <span class="lane-name" id={`lane-${role}`}>
            {roleName(role)}
          </span>
          {speaking && <span class="caret">{t('critiqueTheater.speaking')}</span>}
          {bars !== '' && <Sparkline bars={bars} />}
          {open > 0 && (
            <span class="meta-pill count">{t('critiqueTheater.mustFixCount', { count: open })}</span>
          )}
          <span class="lane-score" data-none={reached === null}>
            {reached === null ? '–' : score(reached)}
          </span>
        </button>
      </h4>
      {line !== null && <p class="lane-summary">{line}</p>}
    </div>
  );
}

const SPARK_WIDTH = 5;
const SPARK_HEIGHT = 14;
/** More bars than this would be thinner than a pixel. */
const SPARK_BARS = 16;

/** One path, however many dims: it is drawn anew at every moment of a replay. Empty where there is too little to see. */
export function barsOf(scores: readonly number[], scale: number): string {
  if (scores.length < 2 || scale <= 0) return '';
  return scores
    .slice(-SPARK_BARS)
    .map((value, index) => {
      const height = Math.max(1, Math.min(1, value / scale) * SPARK_HEIGHT);
      return `M${index * SPARK_WIDTH + 1.5} ${SPARK_HEIGHT}v${-height.toFixed(1)}`;
    })
    .join('');
}

function Sparkline({ bars }: { bars: string }) {
  const width = (bars.split('M').length - 1) * SPARK_WIDTH;
  return (
    <svg class="spark" width={width} height={SPARK_HEIGHT} aria-hidden="true">
      <path d={bars} />
    </svg>
  );
}
