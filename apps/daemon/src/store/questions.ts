/** Questions to a person. Answered once, by whoever is first; the answer is a precedent for the same question. */
import {
  type Answer,
  AnswerSchema,
  type OperatorQuestion,
  OperatorQuestionSchema,
  type Precedent,
} from '@design-jury/contracts/questions';
import type { ExpressionBuilder, Kysely } from 'kysely';
import { jsonField } from './dialect.ts';
import { StoreError } from './errors.ts';
import type { QuestionRow, Schema } from './schema.ts';

const MOST_LISTED = 200;
const MOST_PRECEDENTS = 3;
const LATE = JSON.stringify({ choice: 'skip', note: 'nobody answered in time' } satisfies Answer);

export interface QuestionStore {
  /** Asking again with the same id changes nothing: a resumed run asks what it asked. */
  ask(questions: readonly OperatorQuestion[]): Promise<void>;
  get(id: string): Promise<OperatorQuestion | null>;
  /** Oldest first. */
  list(filter: { status?: OperatorQuestion['status']; runId?: string }): Promise<OperatorQuestion[]>;
  /** `won` is false when somebody answered before, or it was withdrawn; `question` is as it stands now. */
  answer(
    id: string,
    answer: Answer,
    by: string,
    at: string,
  ): Promise<{ won: boolean; question: OperatorQuestion }>;
  /** What a run asked to go on with. */
  withdraw(runId: string, at: string): Promise<void>;
  /** Asked again, because what was answered cannot be done here; nothing changes where another process has begun it. */
  reopen(id: string): Promise<void>;
  /** Skips what nobody answered in time, whoever asked it. */
  expire(at: string): Promise<void>;
  /** Answers before `before` that ask for another try which nobody has started. Oldest first. */
  unstartedRetries(before: string): Promise<OperatorQuestion[]>;
  /** How the same question was answered before, newest first. Skips are no precedent. */
  precedents(key: string): Promise<Precedent[]>;
}

export function questionStore(db: Kysely<Schema>): QuestionStore {
  const get = async (id: string): Promise<OperatorQuestion | null> => {
    const row = await db.selectFrom('questions').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toQuestion(row);
  };
  return {
    async ask(questions) {
      if (questions.length === 0) return;
      await db
        .insertInto('questions')
        .values(questions.map(toQuestionRow))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },
    get,
    async list({ status, runId }) {
      let query = db.selectFrom('questions').selectAll().orderBy('askedAt').orderBy('id').limit(MOST_LISTED);
      if (status !== undefined) query = query.where('status', '=', status);
      if (runId !== undefined) query = query.where('runId', '=', runId);
      return (await query.execute()).map(toQuestion);
    },
    async answer(id, answer, by, at) {
      const changed = await db
        .updateTable('questions')
        .set({ status: 'answered', answerJson: JSON.stringify(answer), answeredBy: by, answeredAt: at })
        .where('id', '=', id)
        .where('status', '=', 'open')
        .executeTakeFirst();
      const question = await get(id);
      if (question === null) throw new StoreError('missing', `there is no question ${id}`);
      return { won: changed.numUpdatedRows > 0n, question };
    },
    async withdraw(runId, at) {
      await db
        .updateTable('questions')
        .set({ status: 'withdrawn', answeredAt: at })
        .where('runId', '=', runId)
        .where('isRetry', '=', 0)
        .where('status', '=', 'open')
        .execute();
    },
    async reopen(id) {
      await db
        .updateTable('questions')
        .set({ status: 'open', answerJson: null, answeredBy: null, answeredAt: null })
        .where('id', '=', id)
        .where('status', '=', 'answered')
        .where(isUnstarted)
        .execute();
    },
    async expire(at) {
      // Asked often and seldom true: a look takes no lock that others wait for.
      const overdue = await db
        .selectFrom('questions')
        .select('id')
        .where('status', '=', 'open')
        .where('deadlineAt', '<=', at)
        .limit(1)
        .executeTakeFirst();
      if (overdue === undefined) return;
      await db
        .updateTable('questions')
        .set({ status: 'answered', answerJson: LATE, answeredBy: 'deadline', answeredAt: at })
        .where('status', '=', 'open')
        .where('deadlineAt', '<=', at)
        .execute();
    },
    async unstartedRetries(before) {
      const rows = await db
        .selectFrom('questions')
        .selectAll()
        .where('isRetry', '=', 1)
        .where('status', '=', 'answered')
        .where('answeredAt', '<=', before)
        .where(isUnstarted)
        .where(jsonField(db, 'answerJson', 'choice'), '<>', 'skip')
        .orderBy('answeredAt')
        .limit(MOST_LISTED)
        .execute();
      return rows.map(toQuestion);
    },
    async precedents(key) {
      const rows = await db
        .selectFrom('questions')
        .selectAll()
        .where('questionKey', '=', key)
        .where('status', '=', 'answered')
        .orderBy('answeredAt', 'desc')
        .limit(MOST_PRECEDENTS * 2)
        .execute();
      return rows.map(toQuestion).flatMap(toPrecedent).slice(0, MOST_PRECEDENTS);
    },
  };
}

/** No run was started by its answer. */
function isUnstarted({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'questions'>) {
  return not(exists(selectFrom('runs').select('id').whereRef('runs.retryOf', '=', 'questions.runId')));
}

function toPrecedent({ id, answer, answeredAt, options }: OperatorQuestion): Precedent[] {
  if (answer === null || answeredAt === null || answer.choice === 'skip') return [];
  const chosen = options[answer.choice - 1];
  return chosen === undefined ? [] : [{ questionId: id, label: chosen.label, note: answer.note, answeredAt }];
}

export function toQuestionRow(question: OperatorQuestion): QuestionRow {
  return {
    id: question.id,
    runId: question.runId,
    isRetry: question.retry === null ? 0 : 1,
    questionKey: question.key,
    bodyJson: JSON.stringify(question),
    status: question.status,
    answerJson: question.answer === null ? null : JSON.stringify(question.answer),
    answeredBy: question.answeredBy,
    askedAt: question.askedAt,
    answeredAt: question.answeredAt,
    deadlineAt: question.deadlineAt,
  };
}

function toQuestion(row: QuestionRow): OperatorQuestion {
  const body = JSON.parse(row.bodyJson) as { run?: unknown; retry?: unknown; protocol?: unknown };
  return OperatorQuestionSchema.parse({
    ...body,
    runId: row.runId,
    // 0.1 called the retry `run`, and the loop by its longer name.
    retry: body.retry ?? body.run ?? null,
    protocol: body.protocol === 'critic-loop' ? 'loop' : body.protocol,
    status: row.status,
    answer: row.answerJson === null ? null : AnswerSchema.parse(JSON.parse(row.answerJson)),
    answeredBy: row.answeredBy,
    answeredAt: row.answeredAt,
  });
}
