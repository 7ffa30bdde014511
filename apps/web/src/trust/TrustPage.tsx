import type { ChangeSummary, PanelCorrelation, TrustOverview } from '@design-jury/contracts/trust/changes';
import { get } from '../api.ts';
import { ROLE_LETTER, roleName } from '../components/Theater/roles.ts';
import { number, score, t } from '../i18n/i18n.ts';
import { pathOf } from '../router.ts';
import { WideTable } from '../runs/WideTable.tsx';
import { Answered } from '../shell/Answered.tsx';
import { PageHead } from '../shell/PageHead.tsx';
import { useAnswer } from '../shell/use-answer.ts';
import '../styles/runs.css';

/** How far the verdicts of this machine can be believed, from its own stored runs. */
export function TrustPage() {
  const answer = useAnswer('trust', () => get<TrustOverview>('/api/trust'));
  return (
    <div class="run-page">
      <PageHead title={t('trust.title')} lead={t('trust.lead')} />
      <p>
        <a href={pathOf('verify', {})} data-link>
          {t('verify.title')}
        </a>
      </p>
      <Answered to={answer}>
        {({ panels, changes, limit }) => (
          <>
            <Changes summary={changes} limit={limit} />
            {panels.map((panel) => (
              <Panel key={panel.agent} panel={panel} />
            ))}
          </>
        )}
      </Answered>
    </div>
  );
}

function Changes({ summary, limit }: { summary: ChangeSummary; limit: number }) {
  const { runs, revised, improved, turned, resolved, opened, meanRise } = summary;
  const facts: [string, string][] = [
    [t('trust.runs'), number(runs)],
    [t('trust.resolved'), `${number(resolved)} / ${number(opened)}`],
    [t('trust.improved'), `${number(improved)} / ${number(revised)}`],
    [t('trust.turned'), `${number(turned)} / ${number(revised)}`],
    [t('trust.rise'), meanRise === null ? t('trust.unknown') : score(meanRise)],
  ];
  return (
    <section class="run-part" aria-labelledby="trust-changes">
      <h2 id="trust-changes">{t('trust.changes')}</h2>
      <p>{t('trust.newest', { count: Math.min(limit, runs) })}</p>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b>{value}</b>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Panel({ panel: { agent, judges, pairs, effective } }: { panel: PanelCorrelation }) {
  const label = t('trust.judges', { agent });
  return (
    <section class="run-part" aria-label={label}>
      <h2>{label}</h2>
      <p>
        {effective === null
          ? `${t('trust.effective')}: ${t('trust.unknown')}`
          : t('trust.votes', {
              votes: score(effective.votes),
              judges: judges.length,
              low: score(effective.low),
              high: score(effective.high),
            })}
      </p>
      {pairs.length > 0 && (
        <WideTable label={label}>
          <thead>
            <tr>
              <th scope="col">{t('trust.judge')}</th>
              {judges.map((judge) => (
                <th key={judge} scope="col">
                  {judgeName(judge)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {judges.map((judge, row) => (
              <tr key={judge}>
                <th scope="row">{judgeName(judge)}</th>
                {judges.map((other, column) => (
                  <td key={other}>{shown(pairs[row]?.[column] ?? null)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </WideTable>
      )}
    </section>
  );
}

function shown(correlation: number | null): string {
  return correlation === null ? '–' : correlation.toFixed(2);
}

/** A role of the Theater by its word; whoever else judges, by their own name. */
function judgeName(judge: string): string {
  return judge in ROLE_LETTER ? roleName(judge as keyof typeof ROLE_LETTER) : judge;
}
