import type { ClarificationItem } from '@design-jury/contracts/convergence';
import { t } from '../i18n/i18n.ts';
import { useOpenQuestions } from './open-questions.ts';
import { WideTable } from './WideTable.tsx';

interface ClarificationsPartProps {
  playId: string;
  items: readonly ClarificationItem[];
}

/** What only a person can tell. Those still asked stand above, as questions that can be answered. */
export function ClarificationsPart({ playId, items }: ClarificationsPartProps) {
  const { open, known } = useOpenQuestions();
  const isTold = (id: string): boolean =>
    known && !open.some((question) => question.id === `${playId}.${id}`);
  if (items.length === 0) return null;
  return (
    <section class="play-part">
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
                <small>{statement}</small>
              </th>
              <td>
                <em class="tag">{t(`conv.kind.${kind}`)}</em> {expectedForm}
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
