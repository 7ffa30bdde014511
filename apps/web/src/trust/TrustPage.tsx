import type { PanelCorrelation, TrustOverview } from '@design-jury/contracts/trust/changes';
import { get } from '../api.ts';
import { ROLE_LETTER, roleName } from '../components/Theater/roles.ts';
import { score, t } from '../i18n/i18n.ts';
import { pathOf } from '../router.ts';
import { WideTable } from '../runs/WideTable.tsx';
import { Answered } from '../shell/Answered.tsx';
import { agentWord } from '../shell/agent-word.ts';
import { PageHead } from '../shell/PageHead.tsx';
import { useAnswer } from '../shell/use-answer.ts';
import { Changes } from './Changes.tsx';
import { RecallLines } from './TrustLine.tsx';
import '../styles/runs.css';
import '../styles/tiles.css';

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
        {({ panels, ...rest }) => (
          <>
            <Changes {...rest} />
            {panels.map((panel) => (
              <Panel key={panel.agent} panel={panel} />
            ))}
          </>
        )}
      </Answered>
    </div>
  );
}

export function Panel({
  panel: { agent, judges, pairs, effective, from, recalls },
}: {
  panel: PanelCorrelation;
}) {
  const label = t('trust.judges', { agent: agentWord(agent) });
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
      {recalls !== null && (
        <>
          <h3>{t('trust.lastDrill')}</h3>
          <RecallLines recalls={recalls} />
        </>
      )}
      {pairs.length > 0 && (
        <WideTable label={label}>
          <thead>
            <tr>
              <th scope="col">{t(from === 'errors' ? 'trust.judgeErrors' : 'trust.judge')}</th>
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
  if (judge === 'instruments') return t('trust.instruments');
  return judge in ROLE_LETTER ? roleName(judge as keyof typeof ROLE_LETTER) : judge;
}
