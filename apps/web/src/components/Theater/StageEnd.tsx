import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { TheaterCollapsed } from './TheaterCollapsed.tsx';

/** A run that is over, where its rounds say something; `EndNotes` says the rest. */
export function StageEnd({ state }: { state: CritiqueState }) {
  switch (state.phase) {
    case 'shipped':
    case 'below_threshold':
    case 'interrupted':
      return <TheaterCollapsed state={state} />;
    case 'timed_out':
      return state.final === null ? null : <TheaterCollapsed state={state} />;
    default:
      return null;
  }
}
