import type { OpsSummary } from '@design-jury/contracts/ops';
import { money, number, score, t } from '../i18n/i18n.ts';
import { phaseWord } from '../i18n/phase-word.ts';
import { longTime, share } from './figures-words.ts';

const HOUR_MS = 3_600_000;

type Tile = readonly [label: string, value: string, more?: string | undefined];

/** The whole time in a few figures. */
export function Figures({ summary: { all, states, from, to } }: { summary: OpsSummary }) {
  const hours = Math.max(1, (Date.parse(to) - Date.parse(from)) / HOUR_MS);
  const tiles: readonly Tile[] = [
    [t('ops.runs'), number(all.runs), t('ops.perHour', { count: all.runs / hours })],
    [t('ops.composite'), all.composite.p50 === null ? '–' : score(all.composite.p50), 'p50'],
    [t('ops.degraded'), share(all.degraded)],
    [t('ops.rounds'), all.roundsPerRun === null ? '–' : number(all.roundsPerRun)],
    [
      t('ops.timeToShip'),
      longTime(all.timeToShip.p50),
      all.timeToShip.p90 === null ? undefined : `p90 ${longTime(all.timeToShip.p90)}`,
    ],
    [
      t('ops.cost'),
      all.costUsd === null ? '–' : money(all.costUsd),
      all.tokens === 0 ? undefined : t('ops.tokens', { count: all.tokens }),
    ],
  ];
  return (
    <section class="run-part" aria-label={t('ops.figures')}>
      <dl class="tiles">
        {tiles.map(([label, value, more]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b>{value}</b>
              {more !== undefined && <small>{more}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <ul class="ops-states">
        {states.map(({ state, runs }) => (
          <li key={state}>
            <span class="run-badge" data-phase={state}>
              <b>{`${number(runs)} `}</b>
              {phaseWord(state, null, null)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
