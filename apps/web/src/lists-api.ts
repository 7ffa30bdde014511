/** What is done to entries of a list. Apart from `projects-api.ts`: the first page needs none of it. */
import type { Project, RunRecord } from '@design-jury/contracts/run';
import { ask, projectUrl, runUrl, send } from './api.ts';

export const renameRun = (projectId: string, runId: string, title: string): Promise<RunRecord> =>
  send('PATCH', runUrl(projectId, runId), { title });
export const deleteRun = (projectId: string, runId: string): Promise<Response> =>
  ask(runUrl(projectId, runId), { method: 'DELETE' });
export const renameProject = (projectId: string, name: string): Promise<Project> =>
  send('PATCH', projectUrl(projectId), { name });
export const deleteProject = (projectId: string): Promise<Response> =>
  ask(projectUrl(projectId), { method: 'DELETE' });
