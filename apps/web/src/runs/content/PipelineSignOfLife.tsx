import type { PipelineFold } from '@design-jury/contracts/content/fold';
import type { RunRecord } from '@design-jury/contracts/run';
import { useNow } from '../../components/Theater/hooks/useNow.ts';
import { duration, t } from '../../i18n/i18n.ts';

interface PipelineSignOfLifeProps {
  run: RunRecord;
  fold: PipelineFold;
  held: boolean | null;
}

/** A clock beside what is under way: a model may think for minutes, and the page must not look frozen. */
export function PipelineSignOfLife({ run, fold: { doing, pause, last }, held }: PipelineSignOfLifeProps) {
  const now = useNow(true);
  const ago = (at: string): string => duration(now - Date.parse(at));
  const begun = doing?.at ?? run.createdAt;
  // A step that was broken off goes on from when somebody took it up again.
  const since = pause !== null && pause.at > begun ? pause.at : begun;
  return (
    <p class="small sign-of-life">
      <span class="pulse" aria-hidden="true" />
      <span>{t('content.elapsed', { time: ago(since), ago: ago(last?.at ?? run.createdAt) })}</span>
      {held === true && <span>{t('content.held')}</span>}
    </p>
  );
}
