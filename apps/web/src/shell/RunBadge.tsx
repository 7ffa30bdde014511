import type { RunRecord } from '@design-jury/contracts/run';
import { score, t } from '../i18n/i18n.ts';

/** How a run stands, in a word and a number. */
export function RunBadge({ run }: { run: RunRecord }) {
  return (
    <span class="run-badge" data-phase={run.state}>
      {run.composite !== null && <b>{score(run.composite)}</b>} {t(`critiqueTheater.phase.${run.state}`)}
    </span>
  );
}
