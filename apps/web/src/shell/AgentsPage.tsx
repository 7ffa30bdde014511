import type { AgentInfo } from '@design-jury/contracts/http';
import { said, t } from '../i18n/i18n.ts';
import { listAgents } from '../projects-api.ts';
import { Answered } from './Answered.tsx';
import { PageHead } from './PageHead.tsx';
import { setAsideWords } from './set-aside.ts';
import { useAnswer } from './use-answer.ts';

/** Who can write and speak here, and who cannot, and why. */
export function AgentsPage() {
  const agents = useAnswer('agents', listAgents);
  return (
    <div class="column">
      <PageHead title={t('shell.agents')} lead={t('agents.lead')} />
      <Answered to={agents}>
        {(list) =>
          list.length === 0 ? (
            <p class="empty">{t('agents.none')}</p>
          ) : (
            <ul class="cards">
              {list.map((agent) => (
                <AgentCard key={agent.id} agent={agent} />
              ))}
            </ul>
          )
        }
      </Answered>
    </div>
  );
}

function AgentCard({ agent }: { agent: AgentInfo }) {
  const { id, name, available, detail, next } = agent;
  const aside = setAsideWords(agent);
  const standing = !available ? 'missing' : aside !== null ? 'degraded' : 'available';
  return (
    <li class="card">
      <div class="card-words">
        <b>{said(name)}</b>
        <span>
          <code>{id}</code>
          {detail !== null && ` · ${said(detail)}`}
        </span>
        {aside !== null && <span>{t('agents.degradedWhy', aside)}</span>}
        {next != null && <span>{t('agents.next', { step: said(next) })}</span>}
      </div>
      <span class="run-badge" data-phase={standing}>
        {t(`agents.${standing}`)}
      </span>
    </li>
  );
}
