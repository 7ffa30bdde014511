import { t } from '../../i18n/i18n.ts';
import { QuestionBatch } from './QuestionBatch.tsx';
import '../../styles/runs.css';

/** What runs of every protocol wait for, on a page of its own. */
export function QuestionsPage() {
  return (
    <div class="column">
      <div>
        <h1>{t('questions.title')}</h1>
        <p class="lead">{t('questions.lead')}</p>
      </div>
      <QuestionBatch empty={t('questions.none')} />
    </div>
  );
}
