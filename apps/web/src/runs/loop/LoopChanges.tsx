import type { LoopChange, LoopFold } from '@design-jury/contracts/loop/fold';
import { said, t } from '../../i18n/i18n.ts';
import { Patch } from '../Patch.tsx';
import { criterionName } from './criterion-name.ts';

/** Everything the loop did to the text, pass by pass, newest first, each as a patch. */
export function LoopChanges({ loop: { passes, criteria } }: { loop: LoopFold }) {
  // What the critic only imagined is no criterion that could be fixed.
  const isReal = ({ kind, criterionId }: LoopChange): boolean =>
    kind !== 'failed' || criteria.some(({ id }) => id === criterionId);
  const changed = passes
    .map(({ n, changes }) => ({ n, changes: changes.filter(isReal) }))
    .filter(({ changes }) => changes.length > 0)
    .toReversed();
  if (changed.length === 0) return null;
  return (
    <section class="run-part">
      <h2>{t('loop.changes')}</h2>
      {changed.map(({ n, changes }) => (
        <div key={n} class="pass-changes">
          <h3>{t('loop.pass', { pass: n })}</h3>
          <ul>
            {changes.map((change, index) => (
              <li key={index}>
                <Change change={change} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Change({ change }: { change: LoopChange }) {
  const { criterionId, kind, diff } = change;
  const words = (
    <>
      <span class="tag" data-kind={kind}>
        {t(`loop.change.${kind}`)}
      </span>{' '}
      <b>{criterionName(criterionId)}</b> <span>{wordsOf(change)}</span>
    </>
  );
  if (diff === '') return <p class="change">{words}</p>;
  return (
    <details class="change" open>
      <summary>{words}</summary>
      <Patch diff={diff} />
    </details>
  );
}

function wordsOf({ kind, choice, words }: LoopChange): string {
  if (kind !== 'chosen') return said(words);
  return choice === 'skip'
    ? t('loop.skippedBy', { by: words })
    : t('loop.chosenBy', { option: choice ?? '', by: words });
}
