import type { AskedQuestion } from '@design-jury/contracts/questions';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { pathOf } from '../../router.ts';
import { Problem } from '../../shell/Problem.tsx';
import { nextBatch, type Put, standing } from './batch.ts';
import { useOpenQuestions } from './open-questions.ts';
import { QuestionCard } from './QuestionCard.tsx';

interface QuestionBatchProps {
  /** Only of this run; of every one without it. */
  runId?: string;
  /** What to say when nothing is asked. */
  empty?: string;
}

/** Three at a time. A batch stays until each of it is answered, here or elsewhere. */
export function QuestionBatch({ runId, empty }: QuestionBatchProps) {
  const { open: all, known, problem } = useOpenQuestions();
  const [put, setPut] = useState<Put>({ questions: [], answering: {} });
  const isForAll = runId === undefined;
  const open = isForAll ? all : all.filter((question) => question.runId === runId);
  const shown = nextBatch(put, open);
  const rest = open.filter(({ id }) => !shown.questions.some((question) => question.id === id)).length;
  if (!known && problem !== null) return <Problem message={problem} />;
  if (!known) return empty === undefined ? null : <p class="empty">{t('shell.loading')}</p>;
  if (shown.questions.length === 0) return empty === undefined ? null : <p class="empty boxed">{empty}</p>;
  if (shown !== put) setPut(shown);
  return (
    <section class="questions" aria-label={t('questions.title')}>
      {shown.questions.map((question) => (
        <QuestionCard
          key={question.id}
          question={question}
          answering={standing(shown, question.id, open)}
          onAnswering={(answering) =>
            setPut((now) => ({ ...now, answering: { ...now.answering, [question.id]: answering } }))
          }
          {...(isForAll && { href: hrefOf(question) })}
        />
      ))}
      {rest > 0 && <p class="small">{t('questions.more', { count: rest })}</p>}
    </section>
  );
}

function hrefOf({ runId, retry }: AskedQuestion): string {
  return retry === null ? pathOf('protocolRun', { runId }) : pathOf('run', retry);
}
