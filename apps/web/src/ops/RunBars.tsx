import type { OpsHour, OpsSummary } from '@design-jury/contracts/ops';
import { number, t } from '../i18n/i18n.ts';
import { dateTime } from '../i18n/moments.ts';
import { plural } from '../i18n/plural.ts';

const HEIGHT = 120;
const WIDTH = 720;
const GAP = 2;

/** Runs over time, each bar a few hours: shipped below, what went wrong above, the others between. */
export function RunBars({ summary: { hours, hoursPerBar } }: { summary: OpsSummary }) {
  const most = Math.max(1, ...hours.map(({ runs }) => runs));
  const step = WIDTH / hours.length;
  return (
    <section class="run-part" aria-labelledby="ops-bars">
      <h2 id="ops-bars">{t('ops.overTime')}</h2>
      <figure class="ops-bars">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {hours.map((hour, n) => (
            <Bar key={hour.at} hour={hour} x={n * step} width={Math.max(1, step - GAP)} most={most} />
          ))}
        </svg>
        <figcaption>
          <span>{dateTime(hours[0]?.at ?? '')}</span>
          <span>{t(`ops.bar.${plural(most)}`, { hours: hoursPerBar, most })}</span>
          <span>{dateTime(hours.at(-1)?.at ?? '')}</span>
        </figcaption>
      </figure>
      <ul class="ops-legend">
        {(['shipped', 'other', 'troubled'] as const).map((kind) => (
          <li key={kind} data-kind={kind}>
            {t(`ops.legend.${kind}`)}
          </li>
        ))}
      </ul>
      <details>
        <summary>{t('ops.asTable')}</summary>
        <table class="ops-hours">
          <thead>
            <tr>
              {(['from', 'runs', 'legend.shipped', 'legend.troubled'] as const).map((word) => (
                <th key={word} scope="col">
                  {t(`ops.${word}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hours
              .filter(({ runs }) => runs > 0)
              .map(({ at, runs, shipped, troubled }) => (
                <tr key={at}>
                  <th scope="row">{dateTime(at)}</th>
                  <td>{number(runs)}</td>
                  <td>{number(shipped)}</td>
                  <td>{number(troubled)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function Bar({ hour, x, width, most }: { hour: OpsHour; x: number; width: number; most: number }) {
  const { runs, shipped, troubled } = hour;
  const high = (count: number): number => (count / most) * (HEIGHT - 2);
  const parts = [
    ['shipped', shipped],
    ['other', runs - shipped - troubled],
    ['troubled', troubled],
  ] as const;
  let top = HEIGHT;
  return (
    <g>
      <rect class="ops-ground" x={x} y={HEIGHT - 1} width={width} height={1} />
      {parts.map(([kind, count]) => {
        if (count === 0) return null;
        top -= high(count);
        return <rect key={kind} data-kind={kind} x={x} y={top} width={width} height={high(count)} />;
      })}
    </g>
  );
}
