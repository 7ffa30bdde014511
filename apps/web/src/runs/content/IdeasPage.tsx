import type { IdeaList } from '@design-jury/contracts/content/schema';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { pathOf } from '../../router.ts';
import { Answered } from '../../shell/Answered.tsx';
import type { PageProps } from '../../shell/pages.tsx';
import { RunBadge } from '../../shell/RunBadge.tsx';
import { useListed } from '../use-listed.ts';
import { listIdeas } from './content-api.ts';
import { IdeaDocs } from './IdeaDocs.tsx';
import { IdeaStart } from './IdeaStart.tsx';
import { NewIdea } from './NewIdea.tsx';
import '../../styles/form.css';
import '../../styles/runs.css';
import '../../styles/pipeline.css';
import { PageHead } from '../../shell/PageHead.tsx';
import { Problem } from '../../shell/Problem.tsx';

/** Ideas, how their last run stands, their documents, and a form that starts a run. */
export function IdeasPage({ query }: PageProps<'ideas'>) {
  const { answer, problem, again } = useListed(listIdeas);
  const [chosen, setChosen] = useState(query.get('idea') ?? '');
  return (
    <div class="column ideas">
      <PageHead title={t('ideas.title')} lead={t('ideas.lead')} />
      <Problem message={problem} role="status" />
      <Answered to={answer}>
        {(known) => {
          const ideaId = chosen !== '' ? chosen : (known.ideas[0]?.id ?? '');
          return (
            <>
              <Ideas known={known} chosen={ideaId} onChoose={setChosen} />
              <NewIdea
                known={known}
                onTaken={async (id) => {
                  await again();
                  setChosen(id);
                }}
              />
              {ideaId !== '' && (
                <>
                  <IdeaStart known={known} ideaId={ideaId} onChoose={setChosen} />
                  <IdeaDocs key={ideaId} known={known} ideaId={ideaId} onChange={again} />
                </>
              )}
            </>
          );
        }}
      </Answered>
    </div>
  );
}

interface IdeasProps {
  known: IdeaList;
  chosen: string;
  onChoose: (id: string) => void;
}

function Ideas({ known: { ideas, more }, chosen, onChoose }: IdeasProps) {
  if (ideas.length === 0) return <p class="empty boxed">{t('ideas.none')}</p>;
  return (
    <>
      <ul class="cards">
        {ideas.map(({ id, docs, last }) => (
          <li class="card" key={id}>
            <div class="card-words">
              <button
                type="button"
                class="idea-name"
                aria-pressed={chosen === id}
                onClick={() => onChoose(id)}
              >
                {id}
              </button>
              <span>{t('ideas.docsCount', { count: docs.length })}</span>
            </div>
            {last === null ? (
              <span class="small">{t('ideas.neverRun')}</span>
            ) : (
              <a class="badge-link" href={pathOf('protocolRun', { runId: last.runId })} data-link>
                <span class="offscreen">{id}: </span>
                <RunBadge {...last} />
              </a>
            )}
          </li>
        ))}
      </ul>
      {more && <p class="small">{t('ideas.more', { count: ideas.length })}</p>}
    </>
  );
}
