import type { ComponentChildren } from 'preact';
import { t } from '../../i18n/i18n.ts';
import type { StopQuestionProps } from './StopQuestion.tsx';

export interface InterruptButtonProps extends StopQuestionProps {
  interrupting: boolean;
  /** The question is on screen: Esc asks it as well as the button. */
  asking: boolean;
  asked: (question: StopQuestionProps) => ComponentChildren;
}

/** Asks before it stops anything. Stopping is over only when the daemon says so. */
export function InterruptButton({ interrupting, asking, asked, ...question }: InterruptButtonProps) {
  return (
    <>
      <button type="button" class="interrupt" disabled={interrupting} onClick={() => question.onAsk(true)}>
        {interrupting ? t('critiqueTheater.phase.interrupting') : t('critiqueTheater.interrupt')}
      </button>
      {asking && !interrupting && asked(question)}
    </>
  );
}
