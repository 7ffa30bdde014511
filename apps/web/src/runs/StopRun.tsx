import type { RunSnapshot } from '@design-jury/contracts/http';
import type { RunRecord } from '@design-jury/contracts/run';
import { useRef, useState } from 'preact/hooks';
import { ask, projectUrl } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { Problem } from '../shell/Problem.tsx';

interface StopRunProps {
  run: RunRecord;
  /** Whether some process has it; null where that is no question. */
  held: boolean | null;
}

/** Asks before it stops a run. That it is over is told by the run's own events, which make this go away. */
export function StopRun({ run, held }: StopRunProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isSent, setSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if ((run.state !== 'running' && run.state !== 'queued') || held === false) return null;
  const stop = async (): Promise<void> => {
    dialog.current?.close();
    setSent(true);
    setProblem(null);
    try {
      const path = `${projectUrl(run.projectId)}/critique/${encodeURIComponent(run.id)}/interrupt`;
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
      const response = await ask(path, init);
      const now = (await response.json()) as RunSnapshot;
      // 202: it is being stopped. Else nothing was done: it is over, or only its own process can.
      if (response.status === 202 || now.run.endedAt !== null) return;
      setProblem(t('stop.elsewhere'));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setSent(false);
  };
  return (
    <div class="stop-run">
      <button type="button" disabled={isSent} onClick={() => dialog.current?.showModal()}>
        {isSent ? t('stop.stopping') : t('stop.button')}
      </button>
      <dialog ref={dialog} class="confirm" aria-labelledby="stop-title">
        <h3 id="stop-title">{t('stop.title')}</h3>
        <p>{t('stop.text')}</p>
        <p class="actions">
          <button type="button" class="primary" onClick={() => void stop()}>
            {t('critiqueTheater.interruptYes')}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            {t('critiqueTheater.interruptNo')}
          </button>
        </p>
      </dialog>
      <Problem message={problem} role="alert" />
    </div>
  );
}
