import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { getRun, runUrl } from '../api.ts';
import { TheaterStage, TheaterTranscript, useCritiqueReplay } from '../components/Theater/index.ts';
import { t } from '../i18n/i18n.ts';
import { navigate, pathOf, rename } from '../router.ts';
import { endNotes } from './end-notes.tsx';
import { RunLayout } from './RunLayout.tsx';
import { subjectOf } from './subject.ts';
import { useAnswer } from './use-answer.ts';

/** The address follows the moment once the moment holds still; browsers limit how often it may change. */
const HOLD_STILL_MS = 250;

const nothing = (): void => {};

export interface ReplayRunProps {
  projectId: string;
  runId: string;
  from: number | null;
}

export function ReplayRun({ projectId, runId, from }: ReplayRunProps) {
  const replay = useCritiqueReplay(`${runUrl(projectId, runId)}/transcript`, from);
  const snapshot = useAnswer(runId, () => getRun(runId));
  const name = snapshot.state === 'here' ? subjectOf(snapshot.value.run) : '';
  const [round, setRound] = useState<number | null>(null);
  const { index, playing, count } = replay;
  const path = pathOf('run', { projectId, runId });
  // In the frame itself: a scrub would ask for another frame only to set a timer.
  useLayoutEffect(() => {
    if (playing || count === 0) return;
    const timer = setTimeout(() => rename(`${path}?at=${index}`), HOLD_STILL_MS);
    return () => clearTimeout(timer);
  }, [playing, index, count, path]);
  // A round picked by hand holds until the replay moves on.
  const before = useRef(index);
  if (before.current !== index) {
    before.current = index;
    setRound(null);
  }
  return (
    <RunLayout
      projectId={projectId}
      runId={runId}
      title={name === '' ? t('critiqueTheater.replay') : `${t('critiqueTheater.replay')}: ${name}`}
      state={replay.state.critique}
      round={round}
      rail={(point) => (
        <>
          <TheaterTranscript replay={replay} onLeave={() => navigate(path)} />
          <TheaterStage
            state={replay.state}
            replaying
            turn={replay.turn}
            connection="closed"
            heardAt={null}
            problem={null}
            chosenRound={round}
            onChooseRound={setRound}
            onTarget={point}
            onInterrupt={nothing}
            onRetry={nothing}
            onReplay={nothing}
            ended={endNotes}
            asked={() => null}
          />
        </>
      )}
    />
  );
}
