import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { TheaterCollapsed } from './TheaterCollapsed.tsx';
import { TheaterDegraded } from './TheaterDegraded.tsx';
import { TheaterFailed } from './TheaterFailed.tsx';
import { TheaterInterrupted } from './TheaterInterrupted.tsx';

/** How a run that is over presents itself. */
export function StageEnd({ state, onRetry }: { state: CritiqueState; onRetry: (() => void) | null }) {
  switch (state.phase) {
    case 'shipped':
    case 'below_threshold':
      return <TheaterCollapsed state={state} />;
    case 'timed_out':
      if (state.final !== null) return <TheaterCollapsed state={state} />;
      return (
        <TheaterFailed
          phase="timed_out"
          cause={state.cause ?? 'total_timeout'}
          message=""
          bestRound={null}
          onRetry={onRetry}
        />
      );
    case 'interrupted':
      return <TheaterInterrupted state={state} onRetry={onRetry} />;
    case 'degraded':
      return <TheaterDegraded state={state} onRetry={onRetry} />;
    case 'failed':
      return <TheaterFailed {...state} phase="failed" onRetry={onRetry} />;
    default:
      return null;
  }
}
