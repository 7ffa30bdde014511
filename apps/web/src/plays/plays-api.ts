/** Plays and their questions, as the daemon tells them. Apart from `api.ts`: first pages need none of it. */
import type { Answer, AskedQuestion, PlayRecord, QuestionList } from '@design-jury/contracts/questions';
import type { TheaterRun } from '@design-jury/contracts/run';
import { get, send } from '../api.ts';

const playUrl = (playId: string): string => `/api/plays/${encodeURIComponent(playId)}`;
export const playEventsUrl = (playId: string): string => `${playUrl(playId)}/events`;

export const listPlays = async (limit: number): Promise<Omit<PlayRecord, 'state'>[]> =>
  (await get<{ plays: Omit<PlayRecord, 'state'>[] }>(`/api/plays?limit=${limit}`)).plays;

export const getPlay = async (playId: string, signal?: AbortSignal): Promise<PlayRecord> =>
  (await get<{ play: PlayRecord }>(playUrl(playId), signal)).play;

/** False when no process plays it, whatever its status says. */
export const isHeld = async (playId: string, signal: AbortSignal): Promise<boolean> =>
  (await get<{ held: boolean }>(playUrl(playId), signal)).held;

/** What is still asked, by every play and run. */
export const listQuestions = async (): Promise<AskedQuestion[]> =>
  (await get<QuestionList>('/api/questions')).questions;

/** Rejects with 409 when somebody else was first. `retry`: the run that the answer started. */
export const answerQuestion = (questionId: string, answer: Answer): Promise<{ retry?: TheaterRun | null }> =>
  send('POST', `/api/questions/${encodeURIComponent(questionId)}`, answer);
