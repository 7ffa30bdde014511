import { useState } from 'preact/hooks';
import { rerun } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { navigate, pathOf } from '../router.ts';
import { Problem } from './Problem.tsx';

/** The same again, as a run of its own. */
export function RunAgain({ run: { projectId, id } }: { run: { projectId: string; id: string } }) {
  const [problem, setProblem] = useState<string | null>(null);
  const again = (): void => {
    rerun(projectId, id)
      .then(({ run: next }) => navigate(pathOf('run', { projectId, runId: next.id })))
      .catch((error: Error) => setProblem(error.message));
  };
  return (
    <>
      <button type="button" class="link" onClick={again}>
        {t('after.again')}
      </button>
      <Problem message={problem} role="alert" />
    </>
  );
}
