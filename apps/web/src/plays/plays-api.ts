/** Plays and their questions, as the daemon tells them. Apart from `api.ts`: first pages need none of it. */
import type { Answer, AskedQuestion, PlayRecord, QuestionList } from '@design-jury/contracts/play';
import { get, send } from '../api.ts';

const playUrl = (playId: string): string => `/api/plays/${encodeURIComponent(playId)}`;
export const playEventsUrl = (playId: string): string => `${playUrl(playId)}/events`;

export const listPlays = async (limit: number): Promise<Omit<PlayRecord, 'state'>[]> =>
  (await get<{ plays: Omit<PlayRecord, 'state'>[] }>(`/api/plays?limit=${limit}`)).plays;

export const getPlay = async (playId: string, signal?: AbortSignal): Promise<PlayRecord> =>
  (await get<{ play: PlayRecord }>(playUrl(playId), signal)).play;

/** What is still asked, of every play. */
export const listQuestions = async (): Promise<AskedQuestion[]> =>
  (await get<QuestionList>('/api/questions')).questions;

/** Rejects with 409 when somebody else was first. */
export const answerQuestion = (questionId: string, answer: Answer): Promise<unknown> =>
  send('POST', `/api/questions/${encodeURIComponent(questionId)}`, answer);
