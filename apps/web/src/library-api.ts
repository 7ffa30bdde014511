/** Questions of pages that are opened late; what the first load asks is in `api.ts`. */
import type { Project } from '@design-jury/contracts/run';
import type { ProjectEnablement } from '@design-jury/contracts/skills';
import { ask, keyed, projectUrl } from './api.ts';

/** Metadata is merged by the daemon, key by key; null takes a key away. */
export async function patchProject(projectId: string, metadata: Record<string, unknown>): Promise<Project> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ metadata });
  return (await (await ask(projectUrl(projectId), { method: 'PATCH', headers, body })).json()) as Project;
}

export async function getEnablement(projectId: string): Promise<ProjectEnablement> {
  return (await (await ask(`${projectUrl(projectId)}/enablement`)).json()) as ProjectEnablement;
}

export const designSampleUrl = (designId: string): string =>
  keyed(`/api/design-systems/${encodeURIComponent(designId)}/sample?`);
