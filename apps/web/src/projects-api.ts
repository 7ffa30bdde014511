/** Projects, their runs and what a new run is started with. Apart from `api.ts`: the page of a run needs none of it. */
import type { AgentInfo, RunSnapshot, StartRunRequest } from '@design-jury/contracts/http';
import type { ListedProject, ListedRun, Project } from '@design-jury/contracts/run';
import type { DesignSystemList, SkillList } from '@design-jury/contracts/skills';
import { get, projectUrl, send } from './api.ts';

export const listProjects = async (): Promise<ListedProject[]> =>
  (await get<{ projects: ListedProject[] }>('/api/projects')).projects;

export const getProject = (projectId: string): Promise<Project> => get(projectUrl(projectId));

export const createProject = (name: string): Promise<Project> => send('POST', '/api/projects', { name });

export const listRuns = async (projectId: string, limit: number): Promise<ListedRun[]> =>
  (await get<{ runs: ListedRun[] }>(`${projectUrl(projectId)}/runs?limit=${limit}`)).runs;

export const listAgents = async (): Promise<AgentInfo[]> =>
  (await get<{ agents: AgentInfo[] }>('/api/agents')).agents;

export const startRun = (projectId: string, request: StartRunRequest): Promise<RunSnapshot> =>
  send('POST', `${projectUrl(projectId)}/runs`, request);

/** Skills and design systems of the library; a daemon without one answers 404. */
export const listSkills = (): Promise<SkillList> => get('/api/skills');
export const listDesignSystems = (): Promise<DesignSystemList> => get('/api/design-systems');
