import type { PipelineFold } from '@design-jury/contracts/content/fold';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { Answered } from '../../shell/Answered.tsx';
import { Changes } from '../../shell/Changes.tsx';
import { Select } from '../../shell/Select.tsx';
import { useAnswer } from '../../shell/use-answer.ts';
import { getDraft, getSavedText } from './content-api.ts';

interface PipelineDraftsProps {
  fold: PipelineFold;
  runId: string;
}

/** The elected draft as text, and what changed between any two. */
export function PipelineDrafts({ fold, runId }: PipelineDraftsProps) {
  const drafts = fold.rounds.filter(({ isDrafted }) => isDrafted).map(({ n }) => n);
  const last = drafts.at(-1);
  const [view, setView] = useState<'text' | 'changes'>('text');
  const [[from, to], setPair] = useState<[number | null, number | null]>([null, null]);
  if (last === undefined || fold.head === null) return null;
  const { ideaId } = fold.head;
  const elected = fold.saved?.round ?? null;
  const shown = to !== null && drafts.includes(to) ? to : (elected ?? last);
  const before = from !== null && drafts.includes(from) ? from : Math.max(1, shown - 1);
  const load = (n: number): Promise<string> =>
    n === elected ? getSavedText(ideaId, runId) : getDraft(ideaId, runId, n);
  const choice = (label: string, value: number, choose: (n: number) => void) => (
    <Select
      label={label}
      items={drafts.map((n) => [
        n,
        `${t('content.draft', { draft: n })}${n === elected ? ` (${t('content.elected')})` : ''}`,
      ])}
      value={value}
      onChoose={choose}
    />
  );
  return (
    <section class="run-part">
      <h2>{t('content.drafts')}</h2>
      {drafts.length > 1 && (
        <p class="choice-row">
          <button type="button" aria-pressed={view === 'text'} onClick={() => setView('text')}>
            {t('content.text')}
          </button>
          <button type="button" aria-pressed={view === 'changes'} onClick={() => setView('changes')}>
            {t('content.changes')}
          </button>
          {view === 'changes' && choice(t('content.from'), before, (n) => setPair([n, shown]))}
          {choice(t(view === 'changes' ? 'content.to' : 'content.which'), shown, (n) => setPair([from, n]))}
        </p>
      )}
      {view === 'text' || drafts.length < 2 ? (
        <DraftText key={`${shown}${elected}`} n={shown} load={load} />
      ) : (
        <Changes
          key={`${before} ${shown}${elected}`}
          of={`changes ${before} ${shown}`}
          load={() => Promise.all([load(before), load(shown)])}
          label={t('runs.patch')}
        />
      )}
    </section>
  );
}

type Load = (n: number) => Promise<string>;

function DraftText({ n, load }: { n: number; load: Load }) {
  const text = useAnswer(`draft ${n}`, () => load(n));
  return (
    <Answered to={text}>
      {(words) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <section class="draft-box" tabIndex={0} aria-label={t('content.draft', { draft: n })}>
          <pre class="draft-text">{words}</pre>
        </section>
      )}
    </Answered>
  );
}
