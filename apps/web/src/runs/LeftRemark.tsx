import { t } from '../i18n/i18n.ts';
import type { RunViewProps } from './run-view.ts';

/** Said of a run that is running by its record, and that no process has. */
export function LeftRemark({ held, moment }: Pick<RunViewProps, 'held' | 'moment'>) {
  if (held !== false || !moment.isNow) return null;
  return (
    <p class="remark" role="status">
      {t('runs.left')}
    </p>
  );
}
