import type { RunView } from '@design-jury/contracts/theater/fold';
import { useMemo } from 'preact/hooks';
import { listOf, locale, number, score, t } from '../../i18n/i18n.ts';
import { trajectory } from './state/selectors.ts';

/** Beside the number, and alone. */
const WIDTH = 240;
const FULL_WIDTH = 360;
const HEIGHT = 56;
const PAD = 8;

interface ScoreTickerProps {
  run: RunView;
  composite: number | null;
  /** Without it only the way is drawn: the number stands in the badge above. */
  headline: boolean;
}

/** The headline number, and the way it took over the rounds against the bar it must reach. */
export function ScoreTicker({ run, composite, headline }: ScoreTickerProps) {
  const { threshold, scale, maxRounds } = run;
  const points = trajectory(run);
  const figures = points.map((point) => point.composite).join();
  // It changes once in a round, and is asked for at every event.
  return useMemo(
    () => (
      <div class="ticker" data-headline={headline}>
        {headline && (
          <p class="ticker-score">
            <span class="ticker-label">{t('critiqueTheater.composite')}</span>
            <strong class="composite">{composite === null ? '–' : score(composite)}</strong>
            <span class="ticker-label">
              {composite === null
                ? t('critiqueTheater.noScore')
                : t('critiqueTheater.outOf', { value: score(composite), scale })}
            </span>
          </p>
        )}
        <div>
          <p class="ticker-threshold">{t('critiqueTheater.threshold', { threshold: score(threshold) })}</p>
          {drawn(run, points, headline ? WIDTH : FULL_WIDTH)}
        </div>
      </div>
    ),
    [figures, composite, headline, threshold, scale, maxRounds, locale()],
  );
}

type Point = ReturnType<typeof trajectory>[number];

function drawn({ threshold, scale, maxRounds }: RunView, points: readonly Point[], width: number) {
  if (scale <= 0) return null;
  const last = Math.max(maxRounds, points.at(-1)?.round ?? 0, 1);
  // From a bit below the lowest to a bit above the highest: a step of half a point must be seen.
  const values = [threshold, ...points.map(({ composite }) => composite)];
  const low = Math.max(0, Math.min(...values) - scale / 10);
  const high = Math.min(scale, Math.max(...values) + scale / 10);
  const x = (round: number): number => ((round - 0.5) / last) * width;
  const y = (value: number): number => PAD + (1 - (value - low) / (high - low || 1)) * (HEIGHT - 2 * PAD);
  const list = listOf(points.map(({ composite }) => score(composite)));
  const label = t('critiqueTheater.trajectory', {
    list: list || t('critiqueTheater.noScore'),
    threshold: score(threshold),
    scale: number(scale),
  });
  return (
    <svg class="trajectory" viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
      <line class="threshold-line" x1={0} x2={width} y1={y(threshold)} y2={y(threshold)} />
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
