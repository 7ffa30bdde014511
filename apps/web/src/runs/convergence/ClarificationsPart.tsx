import type { ClarificationItem } from '@design-jury/contracts/convergence/schema';
import type { RunRecord } from '@design-jury/contracts/run';
import { useEffect, useState } from 'preact/hooks';
import { said, t } from '../../i18n/i18n.ts';
import { look, useOpenQuestions } from '../questions/open-questions.ts';
import { partsOf } from '../questions/QuestionCard.tsx';
import { WideTable } from '../WideTable.tsx';

interface ClarificationsPartProps {
  run: RunRecord;
  items: readonly ClarificationItem[];
}

/**
 * Whether the daemon was asked what is open since the run came to stand as it does. While it runs nothing is asked
 * yet, and an older answer knows nothing of its questions.
 */
function useIsAsked({ id, state }: RunRecord): boolean {
  const [asked, setAsked] = useState('');
  const now = `${id} ${state}`;
  useEffect(() => {
    let isGone = false;
    void look().then(() => {
      if (!isGone) setAsked(now);
    });
    return () => {
      isGone = true;
    };
  }, [now]);
  return state !== 'running' && asked === now;
}

/** What only a person can tell. Those still asked stand above, as questions that can be answered. */
export function ClarificationsPart({ run, items }: ClarificationsPartProps) {
  const { open, known } = useOpenQuestions();
  const isAsked = useIsAsked(run);
  const isTold = (id: string): boolean =>
    isAsked && known && !open.some((question) => question.id === `${run.id}.${id}`);
  if (items.length === 0) return null;
  return (
    <section class="run-part">
      <h2>{t('conv.clarifications')}</h2>
      <WideTable label={t('conv.clarifications')}>
        <thead>
          <tr>
            <th scope="col">{t('conv.question')}</th>
            <th scope="col">{t('conv.expected')}</th>
            <th scope="col">{t('conv.status')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, kind, statement, expectedForm, status, blocks, userInput }) => (
            <tr key={id}>
              <th scope="row">
                <code>{id}</code>
                <small>{said(partsOf(statement)[0])}</small>
              </th>
              <td>
                <em class="tag">{t(`conv.kind.${kind}`)}</em> {said(expectedForm)}
              </td>
              <td>
                {answerWords(userInput, status, isTold(id))}
                {blocks === 'approval' && <em class="tag">{t('conv.blocksApproval')}</em>}
              </td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </section>
  );
}

/** An answer given here reaches the table with the next run of the task. */
function answerWords(input: string, status: ClarificationItem['status'], isTold: boolean): string {
  if (input !== '') return input;
  return status === 'open' && isTold ? t('conv.told') : t(`conv.clarification.${status}`);
}
