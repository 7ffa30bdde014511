import type { RunView } from '@design-jury/contracts/fold';
import { listOf, number, score, t } from '../../i18n/i18n.ts';
import { trajectory } from './state/selectors.ts';

const WIDTH = 220;
const HEIGHT = 56;
const PAD = 8;

/** The headline number, and the way it took over the rounds against the bar it must reach. */
export function ScoreTicker({ run, composite }: { run: RunView; composite: number | null }) {
  const { threshold, scale } = run;
  return (
    <div class="ticker">
      <p class="ticker-score">
        <span class="ticker-label">{t('critiqueTheater.composite')}</span>
        <strong class="composite">{composite === null ? '–' : score(composite)}</strong>
        <span class="ticker-label">
          {composite === null
            ? t('critiqueTheater.noScore')
            : t('critiqueTheater.outOf', { value: score(composite), scale })}
        </span>
      </p>
      <Trajectory run={run} />
      <p class="ticker-threshold">{t('critiqueTheater.threshold', { threshold: score(threshold) })}</p>
    </div>
  );
}

function Trajectory({ run }: { run: RunView }) {
  const { threshold, scale, maxRounds } = run;
  const points = trajectory(run);
  if (scale <= 0) return null;
  const steps = Math.max(maxRounds, points.at(-1)?.round ?? 0, 2) - 1;
  const x = (round: number): number => PAD + ((round - 1) / steps) * (WIDTH - 2 * PAD);
  const y = (value: number): number => PAD + (1 - Math.min(value, scale) / scale) * (HEIGHT - 2 * PAD);
  const list = listOf(points.map(({ composite }) => score(composite)));
  const label = t('critiqueTheater.trajectory', {
    list: list || t('critiqueTheater.noScore'),
    threshold: score(threshold),
    scale: number(scale),
  });
  return (
    <svg class="trajectory" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <line class="threshold-line" x1={0} x2={WIDTH} y1={y(threshold)} y2={y(threshold)} />
      <polyline
        class="trajectory-line"
        points={points.map((p) => `${x(p.round)},${y(p.composite)}`).join(' ')}
      />
      {points.map(({ round, composite }) => (
        <circle
          key={round}
          class={composite >= threshold ? 'dot over' : 'dot'}
          cx={x(round)}
          cy={y(composite)}
          r={composite >= threshold ? 5 : 4}
        />
      ))}
    </svg>
  );
}
