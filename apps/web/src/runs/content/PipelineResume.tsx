import type { RunRecord } from '@design-jury/contracts/run';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { navigate, pathOf } from '../../router.ts';
import { Problem } from '../../shell/Problem.tsx';
import { startContent } from './content-api.ts';

type Asked = { state: 'idle' | 'asking' | 'done' } | { state: 'refused'; message: string };

/** Goes on with a run that nobody has. The event that tells so makes this go away. */
export function PipelineResume({ run }: { run: RunRecord }) {
  const [asked, setAsked] = useState<Asked>({ state: 'idle' });
  const resume = async (): Promise<void> => {
    setAsked({ state: 'asking' });
    try {
      const { runId } = await startContent({ ideaId: run.subjectKey, ...orderOf(run) });
      setAsked({ state: 'done' });
      // A later run of the same idea is the one that can go on.
      if (runId !== run.id) navigate(pathOf('protocolRun', { runId }));
    } catch (error) {
      setAsked({ state: 'refused', message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <>
      <p>
        <button
          type="button"
          class="primary"
          disabled={asked.state === 'asking' || asked.state === 'done'}
          onClick={() => void resume()}
        >
          {asked.state === 'asking' ? t('content.resuming') : t('content.resume')}
        </button>
      </p>
      {asked.state === 'done' && (
        <p class="small" role="status">
          {t('content.resumed')}
        </p>
      )}
      <Problem message={asked.state === 'refused' ? asked.message : null} role="alert" />
    </>
  );
}

/** A run goes on as it began, whatever is asked for now; the daemon wants the words all the same. */
function orderOf({ agent, config: { contentType } }: RunRecord): { contentType: string; agent: string } {
  return { contentType: typeof contentType === 'string' ? contentType : 'website', agent };
}
