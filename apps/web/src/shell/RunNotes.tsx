import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { isOver } from '../components/Theater/index.ts';
import { GroundingNotes } from './GroundingNotes.tsx';
import { lazy } from './lazy.tsx';

const RunQuestion = lazy<{ runId: string }>(
  async () => (await import('../runs/questions/RunQuestion.tsx')).RunQuestion,
  { more: true, quiet: true },
);

export interface RunNotesProps {
  runId: string;
  state: CritiqueState;
  round: number | undefined;
}

/** What stands below the jury: what instruments say, and what the run asks once it is over. */
export function RunNotes({ runId, state, round }: RunNotesProps) {
  return (
    <>
      <GroundingNotes state={state} round={round} />
      {isOver(state) && <RunQuestion runId={runId} />}
    </>
  );
}
