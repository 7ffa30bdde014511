import type { RunRecord } from '@design-jury/contracts/run';
import { useState } from 'preact/hooks';
import { runUrl, send } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { Problem } from '../shell/Problem.tsx';
import { useOpenQuestions } from './questions/open-questions.ts';

interface GoOnProps {
  run: RunRecord;
  /** Whether some process has it; null where that is no question. */
  held: boolean | null;
}

/** A run that was put aside goes on from here once its questions are answered. The event that tells so makes this go away. */
export function GoOn({ run, held }: GoOnProps) {
  const { open } = useOpenQuestions();
  const [asked, setAsked] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isAside =
    run.state === 'waiting' || run.state === 'paused' || (run.state === 'running' && held === false);
  // The content pipeline has a button of its own.
  if (!isAside || run.protocol === 'content') return null;
  if (open.some(({ runId }) => runId === run.id)) return <p class="small">{t('goOn.answer')}</p>;
  const isSent = asked === run.updatedAt;
  const goOn = (): void => {
    setAsked(run.updatedAt);
    setProblem(null);
    send('POST', `${runUrl(run.projectId, run.id)}/resume`, {}).catch((error: Error) => {
      setAsked(null);
      setProblem(error.message);
    });
  };
  return (
    <div class="go-on">
      <p>{t('goOn.ready')}</p>
      <button type="button" class="primary" disabled={isSent} onClick={goOn}>
        {isSent ? t('goOn.going') : t('goOn.button')}
      </button>
      <Problem message={problem} role="alert" />
    </div>
  );
}
