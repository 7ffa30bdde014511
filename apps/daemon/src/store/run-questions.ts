/** Questions that runs ask: few at a time, and none about what has been tried again since. */
import type { OperatorQuestion } from '@design-jury/contracts/questions';
import type { TheaterRun } from '@design-jury/contracts/run';
import type { Kysely } from 'kysely';
import { toQuestionRow } from './questions.ts';
import type { Schema } from './schema.ts';

/** Open questions of runs at any time; a run that ends beyond them asks nothing. */
const MOST_RUNS_ASKING = 9;

/** Within the transaction that ends the run: a run that is over has asked. */
export async function askForRun(
  trx: Kysely<Schema>,
  run: TheaterRun,
  question: OperatorQuestion,
): Promise<void> {
  await withdrawOlder(trx, run, question.askedAt);
  const { open } = await trx
    .selectFrom('questions')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('status', '=', 'open')
    .where('isRetry', '=', 1)
    .executeTakeFirstOrThrow();
  if (open >= MOST_RUNS_ASKING) return;
  await trx
    .insertInto('questions')
    .values(toQuestionRow(question))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** What an older run of the project asked about the same subject is no longer worth an answer. */
export async function withdrawOlder(
  trx: Kysely<Schema>,
  { id, projectId, subject }: Pick<TheaterRun, 'id' | 'projectId' | 'subject'>,
  at: string,
): Promise<void> {
  // Pages without a name cannot be told apart.
  if (subject.kind === 'artifact' && subject.name === null) return;
  await trx
    .updateTable('questions')
    .set({ status: 'withdrawn', answeredAt: at })
    .where('status', '=', 'open')
    .where('isRetry', '=', 1)
    // Asked of the few open questions, not of all the project's runs.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('runs')
          .select('runs.id')
          .whereRef('runs.id', '=', 'questions.runId')
          .where('runs.projectId', '=', projectId)
          .where('runs.subjectJson', '=', JSON.stringify(subject))
          .where('runs.id', '<>', id),
      ),
    )
    .execute();
}
