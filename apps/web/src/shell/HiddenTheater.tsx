import type { TheaterRun } from '@design-jury/contracts/run';
import type { TheaterPhase } from '../components/Theater/index.ts';
import { score, t } from '../i18n/i18n.ts';
import { phaseWord } from '../i18n/phase-word.ts';
import { JuryReason } from './JuryReason.tsx';
import { setCritiqueTheaterEnabled } from './set-theater-enabled.ts';

export interface HiddenTheaterProps {
  phase: TheaterPhase;
  composite: number | null;
  threshold: number;
  run: TheaterRun | null;
  /** Why there is nothing to show; it does not go unsaid because the jury is hidden. */
  problem: string | null;
}

/** Instead of the rail, where this browser hides the Theater: how the run stands, and the way back. */
export function HiddenTheater({ phase, composite, threshold, run, problem }: HiddenTheaterProps) {
  return (
    <aside class="hidden-theater" aria-label={t('shell.jury')}>
      <p role="status">
        <span class="run-badge" data-phase={phase}>
          {composite !== null && <b>{score(composite)}</b>} {phaseWord(phase, composite, threshold)}
        </span>
      </p>
      {problem !== null && <p class="remark">{problem}</p>}
      <p>{t('hidden.here', { name: t('critiqueTheater.userFacingName') })}</p>
      <button type="button" onClick={show}>
        {t('hidden.show')}
      </button>
      {run !== null && <JuryReason run={run} />}
    </aside>
  );
}

async function show(): Promise<void> {
  await setCritiqueTheaterEnabled(true);
  // The button is about to go; whoever came by keyboard goes on in what it brought.
  setTimeout(() => {
    const rail = document.querySelector<HTMLElement>('.rail');
    if (rail === null) return;
    rail.tabIndex = -1;
    rail.focus();
  });
}
