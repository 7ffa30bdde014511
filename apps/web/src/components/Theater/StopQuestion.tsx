import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';

export interface StopQuestionProps {
  onAsk: (asking: boolean) => void;
  onInterrupt: () => void;
}

/** On screen for as long as it is asked; loaded when it is asked first. */
export function StopQuestion({ onAsk, onInterrupt }: StopQuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Closed before it is taken away: the focus goes back to where the question was asked.
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} class="confirm" aria-labelledby="interrupt-title" onClose={() => onAsk(false)}>
      <h3 id="interrupt-title">{t('critiqueTheater.interruptConfirm')}</h3>
      <p>{t('critiqueTheater.interruptText')}</p>
      <p class="actions">
        <button
          type="button"
          class="primary"
          onClick={() => {
            onAsk(false);
            onInterrupt();
          }}
        >
          {t('critiqueTheater.interruptYes')}
        </button>
        <button type="button" onClick={() => onAsk(false)}>
          {t('critiqueTheater.interruptNo')}
        </button>
      </p>
    </dialog>
  );
}
