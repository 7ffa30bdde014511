/** What plays and runs ask a person: the list, and the one answer that stands. */
import { AnswerRequestSchema, type OperatorQuestion, type QuestionList } from '@design-jury/contracts/play';
import type { Hono } from 'hono';
import { alreadySaid } from '../host/questions/ask.ts';
import type { Docket } from '../host/run-store.ts';
import type { Jury } from '../jury.ts';
import { HttpError } from './errors.ts';
import { type BodyReader, idQuery } from './request.ts';

/** Whose it is, a dot, and which. */
const QUESTION_ID = /^(?:play|r)-[0-9a-f-]{36}\.[A-Za-z0-9_.-]{1,120}$/;
const BY: NonNullable<OperatorQuestion['answeredBy']> = 'web';

export function mountQuestions(
  app: Hono,
  { docket, jury }: { docket: Docket; jury: Pick<Jury, 'answerRetry'> },
  readBody: BodyReader,
): void {
  app.get('/api/questions', async (c) => {
    const [playId, runId] = [idQuery(c, 'play'), idQuery(c, 'run')];
    await docket.questions.expire(docket.now());
    const open = await docket.questions.list({
      status: 'open',
      ...(playId !== null && { playId }),
      ...(runId !== null && { runId }),
    });
    const questions = await Promise.all(
      open.map(async (question) => ({
        ...question,
        precedents: await docket.questions.precedents(question.key),
      })),
    );
    return c.json({ questions } satisfies QuestionList);
  });

  app.post('/api/questions/:id', async (c) => {
    const id = c.req.param('id');
    if (!QUESTION_ID.test(id))
      throw new HttpError('bad_request', `id: ${JSON.stringify(id.slice(0, 40))} is no id of a question`);
    const answer = await readBody(c, AnswerRequestSchema);
    await docket.questions.expire(docket.now());
    const asked = await docket.questions.get(id);
    if (asked === null) throw new HttpError('not_found', `there is no question ${id}`);
    if (answer.choice !== 'skip' && answer.choice > asked.options.length)
      throw new HttpError('bad_request', `choice: it takes 1 to ${asked.options.length}, or "skip"`);
    if (asked.run !== null) {
      const { question, run } = await jury.answerRetry(id, answer, BY);
      return c.json({ question, retry: run?.run ?? null });
    }
    const { won, question } = await docket.questions.answer(id, answer, BY, docket.now());
    if (!won) throw new HttpError('conflict', alreadySaid(question));
    return c.json({ question });
  });
}
