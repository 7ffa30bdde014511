import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';

export interface InterruptButtonProps {
  interrupting: boolean;
  /** The question is on screen: Esc asks it as well as the button. */
  asking: boolean;
  onAsk: (asking: boolean) => void;
  onInterrupt: () => void;
}

/** Asks before it stops anything. Stopping is over only when the daemon says so. */
export function InterruptButton({ interrupting, asking, onAsk, onInterrupt }: InterruptButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (asking && !interrupting) dialog.current?.showModal();
    else dialog.current?.close();
  }, [asking, interrupting]);
  return (
    <>
      <button type="button" class="interrupt" disabled={interrupting} onClick={() => onAsk(true)}>
        {interrupting ? t('critiqueTheater.phase.interrupting') : t('critiqueTheater.interrupt')}
      </button>
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
    </>
  );
}
