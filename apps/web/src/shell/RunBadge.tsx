import type { RunStanding } from '@design-jury/contracts/run';
import { score } from '../i18n/i18n.ts';
import { phaseWord } from '../i18n/phase-word.ts';

/** How a run stands, in a word and a number. */
export function RunBadge({ state, composite, threshold }: RunStanding) {
  return (
    <span class="run-badge" data-phase={state}>
      {composite !== null && <b>{score(composite)}</b>} {phaseWord(state, composite, threshold)}
    </span>
  );
}
