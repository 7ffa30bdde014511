/** What runs ask a person: the list, and the one answer that stands. */
import {
  AnswerRequestSchema,
  type OperatorQuestion,
  type QuestionList,
} from '@design-jury/contracts/questions';
import type { Hono } from 'hono';
import { alreadySaid } from '../host/questions/ask.ts';
import type { Jury } from '../jury.ts';
import type { QuestionStore } from '../store/questions.ts';
import { HttpError } from './errors.ts';
import { type BodyReader, idQuery } from './request.ts';

/** Whose it is, a dot, and which. */
const QUESTION_ID = /^(?:play|r)-[0-9a-f-]{36}\.[A-Za-z0-9_.-]{1,120}$/;
const now = (): string => new Date().toISOString();

const BY: NonNullable<OperatorQuestion['answeredBy']> = 'web';

export function mountQuestions(
  app: Hono,
  { questions, jury }: { questions: QuestionStore; jury: Pick<Jury, 'answerRetry'> },
  readBody: BodyReader,
): void {
  app.get('/api/questions', async (c) => {
    const runId = idQuery(c, 'run') ?? idQuery(c, 'play');
    await questions.expire(now());
    const open = await questions.list({ status: 'open', ...(runId !== null && { runId }) });
    const listed = await Promise.all(
      open.map(async (question) => ({
        ...question,
        precedents: await questions.precedents(question.key),
      })),
    );
    return c.json({ questions: listed } satisfies QuestionList);
  });

  app.post('/api/questions/:id', async (c) => {
    const id = c.req.param('id');
    if (!QUESTION_ID.test(id))
      throw new HttpError('bad_request', `id: ${JSON.stringify(id.slice(0, 40))} is no id of a question`);
    const answer = await readBody(c, AnswerRequestSchema);
    await questions.expire(now());
    const asked = await questions.get(id);
    if (asked === null) throw new HttpError('not_found', `there is no question ${id}`);
    if (answer.choice !== 'skip' && answer.choice > asked.options.length)
      throw new HttpError('bad_request', `choice: it takes 1 to ${asked.options.length}, or "skip"`);
    if (asked.retry !== null) {
      const { question, run } = await jury.answerRetry(id, answer, BY);
      return c.json({ question, retry: run?.run ?? null });
    }
    const { won, question } = await questions.answer(id, answer, BY, now());
    if (!won) throw new HttpError('conflict', alreadySaid(question));
    return c.json({ question });
  });
}
