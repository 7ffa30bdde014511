import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { t } from '../../i18n/i18n.ts';
import { LogLink } from '../../runs/LogLink.tsx';
import { keepsNothing, runOf } from './state/selectors.ts';
import { TheaterDegraded } from './TheaterDegraded.tsx';
import { TheaterFailed } from './TheaterFailed.tsx';

export interface EndNotesProps {
  state: CritiqueState;
  onRetry: (() => void) | null;
}

/** Loaded when a run is over. What its end leaves to be said and done: why nobody stopped it, what is kept and what is not, and another try. */
export function EndNotes({ state, onRetry }: EndNotesProps) {
  const nothing = keepsNothing(state);
  const offered = onRetry !== null && (state.phase !== 'timed_out' || state.final !== null);
  return (
    <div class="end-notes">
      <Banner state={state} onRetry={onRetry} />
      {state.phase !== 'idle' && HAS_MORE_TO_SAY.has(state.phase) && <LogLink runId={state.runId} />}
      {linesOf(state).map((line) => (
        <p key={line} class="remark">
          {line}
        </p>
      ))}
      {nothing && (
        <>
          <p class="remark">{t('critiqueTheater.keepsNothing')}</p>
          <ul class="recovery">
            <li>{t('critiqueTheater.recover.brief')}</li>
            <li>{t('critiqueTheater.recover.policy')}</li>
          </ul>
        </>
      )}
      {offered && ENDS_WITH_A_TRY.has(state.phase) && (
        <button type="button" class={isEmpty(state) || nothing ? 'primary' : ''} onClick={onRetry}>
          {t('critiqueTheater.retry')}
        </button>
      )}
    </div>
  );
}

/** An end of which no round has anything to say. */
function Banner({ state, onRetry }: EndNotesProps) {
  switch (state.phase) {
    case 'timed_out': {
      if (state.final !== null) return null;
      const cause = state.cause ?? 'total_timeout';
      return <TheaterFailed phase="timed_out" cause={cause} message="" bestRound={null} onRetry={onRetry} />;
    }
    case 'degraded':
      return <TheaterDegraded state={state} onRetry={onRetry} />;
    case 'failed':
      return <TheaterFailed {...state} phase="failed" onRetry={onRetry} />;
    default:
      return null;
  }
}

/** Failed and degraded runs have their own. */
const ENDS_WITH_A_TRY: ReadonlySet<CritiqueState['phase']> = new Set([
  'below_threshold',
  'timed_out',
  'interrupted',
] as const);

/** Nobody wanted it so: the log says more. */
const HAS_MORE_TO_SAY: ReadonlySet<CritiqueState['phase']> = new Set([
  'failed',
  'degraded',
  'timed_out',
  'interrupted',
] as const);

function isEmpty(state: CritiqueState): boolean {
  return state.phase === 'interrupted' && state.bestRound === null;
}

function linesOf(state: CritiqueState): string[] {
  const hasPage = runOf(state)?.rounds.some(({ artifact }) => artifact !== null) ?? false;
  switch (state.phase) {
    case 'timed_out':
      return [t('critiqueTheater.partial')];
    case 'degraded':
      return state.bestRound === null && hasPage ? [t('critiqueTheater.emptyDraft')] : [];
    case 'interrupted': {
      const { recoveryReason, bestRound } = state;
      return [
        ...(recoveryReason === null ? [] : [whoEnded(recoveryReason)]),
        ...(bestRound !== null ? [] : [emptyWords(hasPage, recoveryReason)]),
      ];
    }
    default:
      return [];
  }
}

/** A reason of a newer daemon is told in its own words. */
function whoEnded(reason: string): string {
  return reason === 'daemon_restart' ? t('critiqueTheater.daemonEnded') : reason;
}

function emptyWords(hasPage: boolean, recoveryReason: string | null): string {
  if (hasPage) return t('critiqueTheater.emptyDraft');
  return recoveryReason === null ? t('critiqueTheater.empty') : t('critiqueTheater.emptyLeft');
}
