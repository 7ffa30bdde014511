import { useState } from 'preact/hooks';
import { rerun } from '../api.ts';
import { compositeOf, phaseOf, runOf, TheaterStage, useCritiqueStream } from '../components/Theater/index.ts';
import { t } from '../i18n/i18n.ts';
import { navigate, pathOf } from '../router.ts';
import { endNotes } from './end-notes.tsx';
import type { HiddenTheaterProps } from './HiddenTheater.tsx';
import type { JuryReasonProps } from './JuryReason.tsx';
import { lazy } from './lazy.tsx';
import { RunLayout } from './RunLayout.tsx';
import type { SinglePassRunProps } from './SinglePassRun.tsx';
import { stopQuestion } from './stop-question.tsx';
import { subjectOf } from './subject.ts';

const SinglePassRun = lazy<SinglePassRunProps>(
  async () => (await import('./SinglePassRun.tsx')).SinglePassRun,
  { more: true },
);

const HiddenTheater = lazy<HiddenTheaterProps>(
  async () => (await import('./HiddenTheater.tsx')).HiddenTheater,
  { more: true },
);

const JuryReason = lazy<JuryReasonProps>(async () => (await import('./JuryReason.tsx')).JuryReason, {
  more: true,
  quiet: true,
});

export interface LiveRunProps {
  projectId: string;
  runId: string;
  /** Whether this browser shows the Theater. */
  shown: boolean;
}

export function LiveRun({ projectId, runId, shown }: LiveRunProps) {
  const stream = useCritiqueStream(projectId, runId);
  const [round, setRound] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const retry = (): void => {
    rerun(projectId, runId)
      .then(({ run }) => navigate(pathOf('run', { projectId, runId: run.id })))
      .catch((error: Error) => setProblem(t('shell.problem', { message: error.message })));
  };
  if (stream.run?.state === 'legacy') return <SinglePassRun run={stream.run} />;
  const { run, state } = stream;
  return (
    <RunLayout
      projectId={projectId}
      runId={runId}
      title={run === null ? '' : subjectOf(run)}
      state={state.critique}
      round={round}
      instead={
        !shown && (
          <HiddenTheater
            phase={phaseOf(state)}
            composite={compositeOf(state.critique)}
            threshold={runOf(state.critique)?.threshold ?? 0}
            run={run}
            problem={stream.connection === 'lost' ? t('critiqueTheater.reconnecting') : stream.problem}
          />
        )
      }
      rail={(point) => (
        <>
          <TheaterStage
            state={state}
            replaying={false}
            connection={stream.connection}
            heardAt={stream.heardAt}
            problem={problem ?? stream.problem}
            chosenRound={round}
            onChooseRound={setRound}
            onTarget={point}
            onInterrupt={stream.interrupt}
            onRetry={retry}
            onReplay={() => navigate(`${pathOf('run', { projectId, runId })}?replay`)}
            ended={endNotes}
            asked={stopQuestion}
          />
          {run !== null && <JuryReason run={run} />}
        </>
      )}
    />
  );
}
