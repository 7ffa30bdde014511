/** Runs of every project. Apart from `api.ts`: first pages need none of it. */
import type { ListedRun } from '@design-jury/contracts/run';
import { get } from '../api.ts';

/** What is looked for; an empty word stands for everything. */
export interface RunQuery {
  /** Part of its name. */
  q: string;
  protocol: string;
  outcome: string;
}

/** Newest first. */
export async function listAllRuns(query: RunQuery, limit: number): Promise<ListedRun[]> {
  const asked = Object.entries({ ...query, limit: String(limit) }).filter(([, value]) => value !== '');
  return (await get<{ runs: ListedRun[] }>(`/api/runs?${new URLSearchParams(asked)}`)).runs;
}
