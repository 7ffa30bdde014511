import type { ChangeSummary, ChangesOfDay, TrustOverview } from '@design-jury/contracts/trust/changes';
import { money, number, score, t } from '../i18n/i18n.ts';
import { plural } from '../i18n/plural.ts';
import { WideTable } from '../runs/WideTable.tsx';

type ChangesProps = Pick<TrustOverview, 'changes' | 'days' | 'limit'>;

/** Whether the rounds of runs were worth it: together, and day by day. */
export function Changes({ changes, days, limit }: ChangesProps) {
  const { runs, revised, improved, turned } = changes;
  const counted = Math.min(limit, runs);
  const facts: [string, string][] = [
    [t('trust.runs'), number(runs)],
    [t('trust.resolved'), resolved(changes)],
    [t('trust.improved'), `${number(improved)} / ${number(revised)}`],
    [t('trust.turned'), `${number(turned)} / ${number(revised)}`],
    [t('trust.rise'), rise(changes)],
    [t('trust.lines'), lines(changes)],
    [t('ops.cost'), cost(changes)],
  ];
  return (
    <section class="run-part" aria-labelledby="trust-changes">
      <h2 id="trust-changes">{t('trust.changes')}</h2>
      <p>{t(`trust.newest.${plural(counted)}`, { count: counted })}</p>
      <dl class="tiles">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b>{value}</b>
            </dd>
          </div>
        ))}
      </dl>
      {days.length > 1 && <Days days={days} />}
    </section>
  );
}

function Days({ days }: { days: readonly ChangesOfDay[] }) {
  const heads = ['ops.time', 'ops.runs', 'trust.resolved', 'trust.rise', 'trust.lines', 'ops.cost'] as const;
  return (
    <WideTable label={t('trust.changes')}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {t(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <th scope="row">{day.day}</th>
            <td>{number(day.runs)}</td>
            <td>{resolved(day)}</td>
            <td>{rise(day)}</td>
            <td>{lines(day)}</td>
            <td>{cost(day)}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}

function resolved({ resolved: met, opened }: ChangeSummary): string {
  return `${number(met)} / ${number(opened)}`;
}

function rise({ meanRise }: ChangeSummary): string {
  return meanRise === null ? t('trust.unknown') : score(meanRise);
}

function lines({ diff }: ChangeSummary): string {
  return diff === null ? t('trust.unknown') : `+${number(diff.added)} −${number(diff.removed)}`;
}

function cost({ costUsd }: ChangeSummary): string {
  return costUsd === null ? t('trust.unknown') : money(costUsd);
}
