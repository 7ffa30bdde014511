import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { getRun } from '../api.ts';
import { isOver } from '../components/Theater/index.ts';
import { DamageNote } from './DamageNote.tsx';
import { GroundingNotes } from './GroundingNotes.tsx';
import { lazy } from './lazy.tsx';
import { useAnswer } from './use-answer.ts';

const RunQuestion = lazy<{ runId: string }>(
  async () => (await import('../runs/questions/RunQuestion.tsx')).RunQuestion,
  { more: true, quiet: true },
);

/** The stream folds what it reads; what could not be read is asked for. */
function RunDamage({ runId }: { runId: string }) {
  const answer = useAnswer(runId, () => getRun(runId));
  return answer.state === 'here' ? <DamageNote damage={answer.value.damage} /> : null;
}

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
      {isOver(state) && <RunDamage runId={runId} />}
      {isOver(state) && <RunQuestion runId={runId} />}
    </>
  );
}
