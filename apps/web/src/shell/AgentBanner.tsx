import type { AgentInfo } from '@design-jury/contracts/http';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { listAgents } from '../projects-api.ts';
import { lazy } from './lazy.tsx';
import { setAsideWords } from './set-aside.ts';

/** Named here and not in the app: there its name would count against the first load of every page. */
const Notices = lazy(async () => (await import('../notices/Notices.tsx')).Notices, { quiet: true });

const SEEN = 'critiqueTheater.agentsSeen';

/** Agents that are set aside: each is told once per session of the browser, and stays until it is dismissed. */
export function AgentBanner() {
  const [shown, setShown] = useState<readonly AgentInfo[]>([]);
  useEffect(() => {
    listAgents()
      .then((agents) => setShown(unseen(agents.filter(({ degraded }) => degraded != null))))
      // Whoever needs the agents asks for them, and says what is wrong.
      .catch(() => {});
  }, []);
  return (
    <>
      {shown.map((agent) => (
        <aside key={agent.id} class="agent-banner" aria-label={agent.name}>
          <p>
            <b>{t('agents.banner', { name: agent.name, ...setAsideWords(agent) })}</b>{' '}
            {t('agents.bannerHint')}
          </p>
          <button type="button" onClick={() => setShown(shown.filter((other) => other !== agent))}>
            {t('agents.dismiss')}
          </button>
        </aside>
      ))}
      <Notices />
    </>
  );
}

function unseen(agents: readonly AgentInfo[]): AgentInfo[] {
  try {
    const seen = new Set((sessionStorage.getItem(SEEN) ?? '').split(' '));
    const fresh = agents.filter(({ id }) => !seen.has(id));
    sessionStorage.setItem(SEEN, [...seen, ...fresh.map(({ id }) => id)].join(' ').trim());
    return fresh;
  } catch {
    // A browser that keeps nothing is told every time.
    return [...agents];
  }
}
