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
    <li class="card agent">
      <div class="card-words">
        <b>{said(name)}</b>
        <span>
          <code>{id}</code>
          {detail !== null && ` · ${said(detail)}`}
        </span>
        {aside !== null && <span>{t('agents.degradedWhy', aside)}</span>}
        {next != null && <NextStep step={next} />}
      </div>
      <span class="run-badge" data-phase={standing}>
        {t(`agents.${standing}`)}
      </span>
    </li>
  );
}

/** A line to be typed, or a sentence. */
const COMMAND = /^(?:npm|npx|pip|python|brew|curl)\b/;

function NextStep({ step }: { step: string }) {
  if (!COMMAND.test(step)) return <span class="sentence">{said(step)}</span>;
  return (
    <span>
      {t('agents.next')} <code>{step}</code>
    </span>
  );
}
