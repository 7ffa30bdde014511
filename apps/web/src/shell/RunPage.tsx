import { useEffect } from 'preact/hooks';
import { getProject } from '../api.ts';
import { wearBrand } from './brand.ts';
import { LiveRun } from './LiveRun.tsx';
import { lazy } from './lazy.tsx';
import type { ReplayRunProps } from './ReplayRun.tsx';

const ReplayRun = lazy<ReplayRunProps>(async () => (await import('./ReplayRun.tsx')).ReplayRun);

export interface RunPageProps {
  projectId: string;
  runId: string;
  at?: number | null;
}

export function RunPage({ projectId, runId, at }: RunPageProps) {
  useEffect(() => {
    getProject(projectId)
      .then(wearBrand)
      .catch(() => {});
  }, [projectId]);
  return at === undefined ? (
    <LiveRun projectId={projectId} runId={runId} />
  ) : (
    <ReplayRun projectId={projectId} runId={runId} from={at} />
  );
}
