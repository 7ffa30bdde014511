import { momentIn } from '../router.ts';
import { LiveRun } from './LiveRun.tsx';
import { lazy } from './lazy.tsx';
import type { PageProps } from './pages.tsx';
import type { ReplayRunProps } from './ReplayRun.tsx';
import { useInks } from './wear-inks.ts';

const ReplayRun = lazy<ReplayRunProps>(async () => (await import('./ReplayRun.tsx')).ReplayRun, {
  more: true,
});

export function RunPage({ projectId, runId, query }: PageProps<'run'>) {
  useInks(projectId, runId);
  const at = momentIn(query);
  return at === undefined ? (
    <LiveRun projectId={projectId} runId={runId} />
  ) : (
    <ReplayRun projectId={projectId} runId={runId} from={at} />
  );
}
