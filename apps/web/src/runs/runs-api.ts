/** Runs of every project. Apart from `api.ts`: first pages need none of it. */
import type { ListedRun } from '@design-jury/contracts/run';
import { get } from '../api.ts';

/** Newest first; of one protocol, or of all of them. */
export const listAllRuns = async (protocol: string, limit: number): Promise<ListedRun[]> =>
  (
    await get<{ runs: ListedRun[] }>(
      `/api/runs?limit=${limit}${protocol === '' ? '' : `&protocol=${encodeURIComponent(protocol)}`}`,
    )
  ).runs;
