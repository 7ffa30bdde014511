import type { AskedQuestion } from '@design-jury/contracts/play';
import { useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { pathOf } from '../router.ts';
import { useOpenQuestions } from './open-questions.ts';
import { type Answering, QuestionCard } from './QuestionCard.tsx';

/** As `QUESTION_BATCH` of the contracts, whose file would bring zod into the browser. */
const BATCH = 3;
const OPEN: Answering = { state: 'open' };

interface QuestionBatchProps {
  /** Only of this play; of every play without it. */
  playId?: string;
  /** What to say when nothing is asked. */
  empty?: string;
}

interface Put {
  questions: readonly AskedQuestion[];
  answering: Readonly<Record<string, Answering>>;
}

/** Three at a time. A batch stays until each of it is answered, here or elsewhere. */
export function QuestionBatch({ playId, empty }: QuestionBatchProps) {
  const { open: all, known, problem } = useOpenQuestions();
  const [put, setPut] = useState<Put>({ questions: [], answering: {} });
  const open = playId === undefined ? all : all.filter((question) => question.playId === playId);
  const shown = nextBatch(put, open);
  const rest = open.filter(({ id }) => !shown.questions.some((question) => question.id === id)).length;
  if (!known && problem !== null) return <p class="remark">{t('shell.problem', { message: problem })}</p>;
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
          {...(playId === undefined && { playHref: pathOf('play', { playId: question.playId }) })}
        />
      ))}
      {rest > 0 && <p class="small">{t('questions.more', { count: rest })}</p>}
    </section>
  );
}

/** The same batch while any of it is open, and while nothing new is asked; else the next three. */
function nextBatch(put: Put, open: readonly AskedQuestion[]): Put {
  const isOpen = ({ id }: AskedQuestion): boolean => open.some((question) => question.id === id);
  if (put.questions.some(isOpen)) return put;
  return open.length === 0 ? put : { questions: open.slice(0, BATCH), answering: {} };
}

function standing({ answering }: Put, id: string, open: readonly AskedQuestion[]): Answering {
  const own = answering[id] ?? OPEN;
  const isGone = !open.some((question) => question.id === id);
  return isGone && own.state === 'open' ? { state: 'elsewhere', message: '' } : own;
}
