import type { RunRecord } from '@design-jury/contracts/run';
import { score } from '../i18n/i18n.ts';
import { phaseWord } from '../i18n/phase-word.ts';

/** How a run stands, in a word and a number. */
export function RunBadge({ run }: { run: RunRecord }) {
  return (
    <span class="run-badge" data-phase={run.state}>
      {run.composite !== null && <b>{score(run.composite)}</b>}{' '}
      {phaseWord(run.state, run.composite, run.config.scoreThreshold)}
    </span>
  );
}
