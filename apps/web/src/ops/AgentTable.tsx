import type { OpsAgent } from '@design-jury/contracts/ops';
import { money, number, score, t } from '../i18n/i18n.ts';
import { WideTable } from '../runs/WideTable.tsx';
import { agentWord } from '../shell/agent-word.ts';
import { longTime, share } from './figures-words.ts';

/** One row per agent: how good, how reliable, how quick, how dear. */
export function AgentTable({ agents }: { agents: readonly OpsAgent[] }) {
  return (
    <section class="run-part" aria-labelledby="ops-agents">
      <h2 id="ops-agents">{t('ops.byAgent')}</h2>
      <WideTable label={t('ops.byAgent')}>
        <thead>
          <tr>
            <th scope="col">{t('ops.agent')}</th>
            <th scope="col">{t('ops.runs')}</th>
            <th scope="col">{t('ops.composite')} p50 · p90 · p99</th>
            <th scope="col">{t('ops.degraded')}</th>
            <th scope="col">{t('ops.rounds')}</th>
            <th scope="col">{t('ops.timeToShip')} p50 · p90</th>
            <th scope="col">{t('ops.cost')}</th>
          </tr>
        </thead>
        <tbody>
          {agents.map(({ agent, runs, composite, degraded, roundsPerRun, timeToShip, costUsd }) => (
            <tr key={agent}>
              <th scope="row">{agentWord(agent)}</th>
              <td>{number(runs)}</td>
              <td>{[composite.p50, composite.p90, composite.p99].map(scored).join(' · ')}</td>
              <td>{share(degraded)}</td>
              <td>{roundsPerRun === null ? '–' : number(roundsPerRun)}</td>
              <td>{`${longTime(timeToShip.p50)} · ${longTime(timeToShip.p90)}`}</td>
              <td>{costUsd === null ? '–' : money(costUsd)}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </section>
  );
}

function scored(value: number | null): string {
  return value === null ? '–' : score(value);
}
