/** The daemon, as this app asks it. Answers are the daemon's own and trusted as typed; see docs/http-api.md. */
import type { ErrorBody, RunDesign, RunSnapshot } from '@design-jury/contracts/http';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const projectUrl = (projectId: string): string => `/api/projects/${encodeURIComponent(projectId)}`;
export const runUrl = (projectId: string, runId: string): string =>
  `${projectUrl(projectId)}/runs/${encodeURIComponent(runId)}`;
export const roundUrl = (projectId: string, runId: string, round: number): string =>
  `${runUrl(projectId, runId)}/rounds/${round}/artifact`;

export const getDesign = (projectId: string, runId: string, signal: AbortSignal): Promise<RunDesign> =>
  get(`${runUrl(projectId, runId)}/design`, signal);

/** Of any protocol. */
export const getRun = (runId: string, signal?: AbortSignal): Promise<RunSnapshot> =>
  get(`/api/runs/${encodeURIComponent(runId)}`, signal);

export const rerun = (projectId: string, runId: string): Promise<RunSnapshot> =>
  send('POST', `${runUrl(projectId, runId)}/rerun`, {});

export const interruptRun = (projectId: string, runId: string): Promise<RunSnapshot> =>
  send('POST', `${projectUrl(projectId)}/critique/${encodeURIComponent(runId)}/interrupt`, {});

/** The half of the session that this origin alone has: every port of the machine is sent the cookie. */
let pageKey = '';
export const usePageKey = (key: string): void => {
  pageKey = key;
};
/** For what is not asked by `ask`: downloads and frames. */
export const keyed = (path: string): string => `${path}key=${pageKey}`;

/** Rejects with an `ApiError` for an answer that is none. */
export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, { ...init, headers: { ...init.headers, 'Jury-Key': pageKey } });
  if (response.ok) return response;
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  throw new ApiError(response.status, body?.error.message ?? response.statusText);
}

export async function get<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  const response = await ask(path, signal === undefined ? {} : { signal });
  return (await response.json()) as Answer;
}

export async function send<Answer>(method: string, path: string, body: unknown): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await ask(path, { method, headers, body: JSON.stringify(body) });
  return (await response.json()) as Answer;
}
