import { useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { pathOf, rename } from '../router.ts';
import { Answered } from '../shell/Answered.tsx';
import type { PageProps } from '../shell/pages.tsx';
import { RunCard } from '../shell/RunCard.tsx';
import { PROTOCOL_WORDS, protocolWord } from './protocols.ts';
import { listAllRuns } from './runs-api.ts';
import { useListed } from './use-listed.ts';
import '../styles/runs.css';
import { lazy } from '../shell/lazy.tsx';
import { PageHead } from '../shell/PageHead.tsx';
import { Problem } from '../shell/Problem.tsx';
import { Select } from '../shell/Select.tsx';

const RUNS_SHOWN = 100;

/** Named here and not among the pages: there its name would count against the first load of every page. */
export const OpsPage = lazy(async () => (await import('../ops/OpsPage.tsx')).OpsPage);

/** Runs of every project, of one protocol or of all, whichever process has them. */
export function RunsPage({ query }: PageProps<'runs'>) {
  const [protocol, setProtocol] = useState(query.get('protocol') ?? '');
  const choose = (id: string): void => {
    setProtocol(id);
    rename(`${pathOf('runs', {})}${id === '' ? '' : `?protocol=${id}`}`);
  };
  return (
    <div class="column">
      <PageHead title={t('shell.runs')} lead={t('runs.lead')} />
      <div class="choice-row">
        <Select
          label={t('runs.protocols')}
          items={[
            ['', t('runs.everyProtocol')],
            ...Object.entries(PROTOCOL_WORDS).map(([id, word]) => [id, t(word)] as const),
          ]}
          value={protocol}
          onChoose={choose}
        />
        <a href={pathOf('ops', {})} data-link>
          {t('ops.title')}
        </a>
      </div>
      <Runs key={protocol} protocol={protocol} />
    </div>
  );
}

function Runs({ protocol }: { protocol: string }) {
  const { answer: runs, problem } = useListed(() => listAllRuns(protocol, RUNS_SHOWN));
  return (
    <>
      <Problem message={problem} role="status" />
      <Answered to={runs}>
        {(list) =>
          list.length === 0 ? (
            <div class="empty boxed">
              <p>{t('runs.none')}</p>
              <p>
                <code>jury loop docs/spec.md --command spec</code>
              </p>
              <p>
                <a href={pathOf('ideas', {})} data-link>
                  {t('runs.fromIdea')}
                </a>
              </p>
            </div>
          ) : (
            <ul class="cards">
              {list.map((run) => (
                <RunCard key={run.id} run={run} kind={protocolWord(run.protocol)} />
              ))}
            </ul>
          )
        }
      </Answered>
    </>
  );
}
