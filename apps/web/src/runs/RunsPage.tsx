import type { RunOutcome } from '@design-jury/contracts/run';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { pathOf, rename } from '../router.ts';
import { Answered } from '../shell/Answered.tsx';
import { lazy } from '../shell/lazy.tsx';
import { PageHead } from '../shell/PageHead.tsx';
import { Problem } from '../shell/Problem.tsx';
import type { PageProps } from '../shell/pages.tsx';
import { RunCard } from '../shell/RunCard.tsx';
import { Select } from '../shell/Select.tsx';
import { kindWord, PROTOCOL_WORDS } from './protocols.ts';
import { listAllRuns, type RunQuery } from './runs-api.ts';
import { useListed } from './use-listed.ts';
import '../styles/runs.css';

const RUNS_SHOWN = 100;
/** Who types is not asked about every letter. */
const TYPING_MS = 200;
/** As `RUN_OUTCOMES` of the contracts, whose file would bring zod into the browser. */
const OUTCOMES: readonly RunOutcome[] = ['open', 'passed', 'notPassed'];

/** Named here and not among the pages: there its name would count against the first load of every page. */
export const OpsPage = lazy(async () => (await import('../ops/OpsPage.tsx')).OpsPage);

/** Every run there is, of whatever kind and project; what is looked for is part of the address. */
export function RunsPage({ query }: PageProps<'runs'>) {
  const [wanted, setWanted] = useState<RunQuery>({
    q: query.get('q') ?? '',
    protocol: query.get('protocol') ?? '',
    outcome: query.get('outcome') ?? '',
  });
  const [asked, setAsked] = useState(wanted);
  const change = (part: Partial<RunQuery>): void => setWanted((before) => ({ ...before, ...part }));
  useEffect(() => {
    if (wanted === asked) return;
    const timer = setTimeout(() => {
      setAsked(wanted);
      const search = searchOf(wanted);
      rename(`${pathOf('runs', {})}${search === '' ? '' : `?${search}`}`);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [wanted, asked]);
  return (
    <div class="column">
      <PageHead title={t('shell.runs')} lead={t('runs.lead')} />
      <search class="filters">
        <input
          type="search"
          class="search"
          aria-label={t('list.searchRuns')}
          placeholder={t('list.searchRuns')}
          value={wanted.q}
          onInput={({ currentTarget }) => change({ q: currentTarget.value })}
        />
        <Select
          label={t('runs.kind')}
          items={[
            ['', t('list.all')],
            ...Object.entries(PROTOCOL_WORDS).map(([id, word]) => [id, t(word)] as const),
          ]}
          value={wanted.protocol}
          onChoose={(protocol) => change({ protocol })}
        />
        <Select
          label={t('runs.outcome')}
          items={[['', t('list.all')], ...OUTCOMES.map((id) => [id, t(`runs.outcome.${id}`)] as const)]}
          value={wanted.outcome}
          onChoose={(outcome) => change({ outcome })}
        />
        <a href={pathOf('ops', {})} data-link>
          {t('ops.title')}
        </a>
      </search>
      <Runs key={searchOf(asked)} asked={asked} />
    </div>
  );
}

/** What is not looked for is not in the address. */
function searchOf(query: RunQuery): string {
  return new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
}

function Runs({ asked }: { asked: RunQuery }) {
  const { answer, problem, again } = useListed(() => listAllRuns(asked, RUNS_SHOWN));
  return (
    <>
      <Problem message={problem} role="status" />
      <Answered to={answer}>
        {(list) =>
          list.length === 0 ? (
            <NoRuns isSearch={searchOf(asked) !== ''} />
          ) : (
            <>
              <ul class="cards">
                {list.map((run) => (
                  <RunCard key={run.id} run={run} kind={kindWord(run)} onChange={again} />
                ))}
              </ul>
              {list.length === RUNS_SHOWN && (
                <p class="small">{t('list.onlyNewest', { count: RUNS_SHOWN })}</p>
              )}
            </>
          )
        }
      </Answered>
    </>
  );
}

function NoRuns({ isSearch }: { isSearch: boolean }) {
  if (isSearch) return <p class="empty boxed">{t('list.noMatch')}</p>;
  return (
    <div class="empty boxed">
      <p>{t('runs.none')}</p>
      <p class="ways">
        <a href={pathOf('home', {})} data-link>
          {t('runs.fromPage')}
        </a>
        <a href={pathOf('ideas', {})} data-link>
          {t('runs.fromIdea')}
        </a>
      </p>
    </div>
  );
}
