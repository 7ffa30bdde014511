import type { EndNotesProps } from '../components/Theater/EndNotes.tsx';
import type { AfterEndProps } from './AfterEnd.tsx';
import { lazy } from './lazy.tsx';

const EndNotes = lazy<EndNotesProps>(
  async () => (await import('../components/Theater/EndNotes.tsx')).EndNotes,
  {
    more: true,
    quiet: true,
  },
);
const RunBelief = lazy<{ runId: string }>(async () => (await import('../trust/RunBelief.tsx')).RunBelief, {
  more: true,
  quiet: true,
});
const AfterEnd = lazy<AfterEndProps>(async () => (await import('./AfterEnd.tsx')).AfterEnd, {
  more: true,
  quiet: true,
});

/** Nothing of it is needed before a run is over. */
export const endNotes = (end: EndNotesProps) => (
  <>
    <EndNotes {...end} />
    {end.onRetry !== null && end.state.phase !== 'idle' && (
      <AfterEnd runId={end.state.runId} state={end.state} />
    )}
    {(end.state.phase === 'shipped' || end.state.phase === 'below_threshold') && (
      <RunBelief runId={end.state.runId} />
    )}
  </>
);
