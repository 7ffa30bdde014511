import { t } from '../../i18n/i18n.ts';
import { QuestionBatch } from './QuestionBatch.tsx';
import '../../styles/runs.css';
import { PageHead } from '../../shell/PageHead.tsx';

/** What runs of every protocol wait for, on a page of its own. */
export function QuestionsPage() {
  return (
    <div class="column">
      <PageHead title={t('questions.title')} lead={t('questions.lead')} />
      <QuestionBatch empty={t('questions.none')} />
    </div>
  );
}
