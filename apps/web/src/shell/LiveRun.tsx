import { useState } from 'preact/hooks';
import { rerun } from '../api.ts';
import { TheaterStage, useCritiqueStream } from '../components/Theater/index.ts';
import { t } from '../i18n/i18n.ts';
import { navigate, pathOf } from '../router.ts';
import { lazy } from './lazy.tsx';
import { RunLayout } from './RunLayout.tsx';
import type { SinglePassRunProps } from './SinglePassRun.tsx';
import { subjectOf } from './subject.ts';

const SinglePassRun = lazy<SinglePassRunProps>(
  async () => (await import('./SinglePassRun.tsx')).SinglePassRun,
  { more: true },
);

export function LiveRun({ projectId, runId }: { projectId: string; runId: string }) {
  const stream = useCritiqueStream(projectId, runId);
  const [round, setRound] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const retry = (): void => {
    rerun(projectId, runId)
      .then(({ run }) => navigate(pathOf('run', { projectId, runId: run.id })))
      .catch((error: Error) => setProblem(t('shell.problem', { message: error.message })));
  };
  if (stream.run?.state === 'legacy') return <SinglePassRun run={stream.run} />;
  return (
    <RunLayout
      projectId={projectId}
      runId={runId}
      title={stream.run === null ? '' : subjectOf(stream.run)}
      state={stream.state.critique}
      round={round}
      rail={(point) => (
        <TheaterStage
          state={stream.state}
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
        />
      )}
    />
  );
}
