/** The content pipeline and its ideas, as the daemon tells them. */
import type { DocType, IdeaList } from '@design-jury/contracts/content/schema';
import { ask, get, send } from '../../api.ts';

const runsUrl = (ideaId: string): string => `/api/content-pipeline/${encodeURIComponent(ideaId)}`;
const docUrl = (ideaId: string, type: DocType): string =>
  `/api/ideas/${encodeURIComponent(ideaId)}/docs/${type}`;

export const listIdeas = (): Promise<IdeaList> => get('/api/ideas');

export const takeExample = (example: string): Promise<{ id: string }> =>
  send('POST', '/api/ideas', { example });

export interface ContentStart {
  ideaId: string;
  contentType: string;
  agent: string;
}

/** A new run, or the idea's paused one again. */
export const startContent = ({
  ideaId,
  ...order
}: ContentStart): Promise<{ runId: string; resumed: boolean }> => send('POST', runsUrl(ideaId), order);

/** A draft by its number. It is kept for a while only. */
export const getDraft = async (ideaId: string, runId: string, n: number): Promise<string> =>
  (await get<{ draft: string }>(`${runsUrl(ideaId)}/drafts/${n}?run=${runId}`)).draft;

/** The text that was saved; it is kept for ever. */
export const getSavedText = async (ideaId: string, runId: string): Promise<string> =>
  (await get<{ content: string }>(`${runsUrl(ideaId)}/content?run=${runId}`)).content;

export const getDoc = async (ideaId: string, type: DocType): Promise<string> =>
  (await get<{ text: string }>(docUrl(ideaId, type))).text;

export const saveDoc = (ideaId: string, type: DocType, text: string): Promise<unknown> =>
  send('PUT', docUrl(ideaId, type), { text });

export async function removeDoc(ideaId: string, type: DocType): Promise<void> {
  await ask(docUrl(ideaId, type), { method: 'DELETE' });
}
