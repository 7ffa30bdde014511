import { momentIn } from '../router.ts';
import { LiveRun } from './LiveRun.tsx';
import { lazy } from './lazy.tsx';
import type { PageProps } from './pages.tsx';
import type { ReplayRunProps } from './ReplayRun.tsx';
import { useCritiqueTheaterEnabled } from './theater-enabled.ts';
import { useInks } from './wear-inks.ts';

const ReplayRun = lazy<ReplayRunProps>(async () => (await import('./ReplayRun.tsx')).ReplayRun, {
  more: true,
});

export function RunPage({ projectId, runId, query }: PageProps<'run'>) {
  useInks(projectId, runId);
  const shown = useCritiqueTheaterEnabled();
  const at = momentIn(query);
  // A replay is nothing but the Theater: where that is hidden, what is left is the run and its outcome.
  return at === undefined || !shown ? (
    <LiveRun projectId={projectId} runId={runId} shown={shown} />
  ) : (
    <ReplayRun projectId={projectId} runId={runId} from={at} />
  );
}
