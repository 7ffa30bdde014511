/** What runs ask, as the daemon tells it. */
import type { Answer, AskedQuestion, QuestionList } from '@design-jury/contracts/questions';
import type { TheaterRun } from '@design-jury/contracts/run';
import { get, send } from '../../api.ts';

/** What is still asked, by every run. */
export const listQuestions = async (): Promise<AskedQuestion[]> =>
  (await get<QuestionList>('/api/questions')).questions;

/** Rejects with 409 when somebody else was first. `retry`: the run that the answer started. */
export const answerQuestion = (questionId: string, answer: Answer): Promise<{ retry?: TheaterRun | null }> =>
  send('POST', `/api/questions/${encodeURIComponent(questionId)}`, answer);
