import type { PipelineFold } from '@design-jury/contracts/content/fold';
import { type Guard, guardsAfter } from '@design-jury/contracts/content/standing';
import { useState } from 'preact/hooks';
import { listOf, said, t } from '../../i18n/i18n.ts';

const KINDS: Record<Guard['kind'], string> = { fixed: 'fixed', 'well-scored': 'fixed', regressed: 'failed' };

/** What the next draft must leave alone, round by round, with where each line came from. */
export function PipelineGuards({ fold }: { fold: PipelineFold }) {
  const summed = fold.rounds.filter(({ summary }) => summary !== null);
  const [chosen, setChosen] = useState<number | null>(null);
  const round = summed.find(({ n }) => n === chosen) ?? summed.at(-1);
  if (round === undefined) return null;
  const guards = guardsAfter(fold, round.n);
  return (
    <section class="run-part">
      <h2>
        {t('content.guards')} <em class="tag">{t('content.guardsOf', { round: round.n })}</em>
      </h2>
      {summed.length > 1 && (
        <p class="choice-row">
          {summed.map(({ n }) => (
            <button key={n} type="button" aria-pressed={n === round.n} onClick={() => setChosen(n)}>
              {t('critiqueTheater.round', { round: n })}
            </button>
          ))}
        </p>
      )}
      {guards.length === 0 ? (
        <p class="empty boxed">{t('content.guardsNone')}</p>
      ) : (
        <ul class="guards">
          {guards.map(({ kind, text, since, by }) => (
            <li key={`${kind}${text}`}>
              <span class="tag" data-kind={KINDS[kind]}>
                {t(`content.guard.${kind}`, { round: since })}
              </span>{' '}
              {said(text)} {by.length > 0 && <span class="small">({listOf(by.map(said))})</span>}
            </li>
          ))}
        </ul>
      )}
      <details class="change">
        <summary>{t('content.brief')}</summary>
        <pre class="draft-text">{round.summary?.brief}</pre>
      </details>
    </section>
  );
}
