/** Clarification items as questions of the docket, and the answers back into the task. */
import type { ClarificationItem } from '@design-jury/contracts/convergence/schema';
import type { OperatorQuestion } from '@design-jury/contracts/questions';
import { z } from 'zod';
import { questionKey } from '../../host/questions/ask.ts';
import type { Docket, PlayHandle } from '../../host/run-store.ts';
import { answered } from './clarifications.ts';

/** What a play that is over but for its questions keeps. */
const ParkedSchema = z.object({ outcome: z.string(), exitCode: z.int() });

const NONE = { pro: '', con: '' };
const OPTIONS: Record<ClarificationItem['kind'], OperatorQuestion['options']> = {
  question: [
    { label: 'Yes', description: 'It is so.', ...NONE },
    { label: 'No', description: 'It is not so.', ...NONE },
    { label: 'As noted', description: 'Write into the note what is known about it.', ...NONE },
  ],
  'material-request': [{ label: 'As noted', description: 'Write into the note where it is.', ...NONE }],
  decision: [{ label: 'As noted', description: 'Write the decision into the note.', ...NONE }],
};
const MOST_PLAYS = 200;

/** Stored as questions of the play, which then waits: nobody has to answer for the report to stand. */
export async function putQuestions(
  docket: Docket,
  play: PlayHandle,
  items: readonly ClarificationItem[],
  parked: { outcome: string; exitCode: number; result: unknown },
): Promise<void> {
  const questions = items.map((item): OperatorQuestion => toQuestion(item, play, docket.now()));
  await docket.questions.ask(questions);
  await play.emit(...questions.map(({ id, question }) => ({ type: 'question.asked', id, question })));
  await play.park('waiting', parked);
  await play.release();
}

function toQuestion(item: ClarificationItem, { record }: PlayHandle, askedAt: string): OperatorQuestion {
  return {
    id: `${record.id}.${item.id}`,
    playId: record.id,
    run: null,
    protocol: record.protocol,
    key: questionKey(record.protocol, item.kind, item.statement),
    question: item.statement.slice(0, 1_000),
    issue: `Expected: ${item.expectedForm}`,
    why: item.blocks === 'approval' ? 'The plan cannot be approved before it is answered.' : '',
    options: OPTIONS[item.kind],
    status: 'open',
    answer: null,
    answeredBy: null,
    askedAt,
    answeredAt: null,
    deadlineAt: null,
  };
}

/**
 * Takes the answers given to earlier runs of the task, and closes those runs: what is still open is asked again by the
 * next one.
 */
export async function takeAnswers(
  docket: Docket,
  subject: string,
  items: readonly ClarificationItem[],
): Promise<ClarificationItem[]> {
  const plays = await docket.list({ protocol: 'convergence', limit: MOST_PLAYS });
  let current = [...items];
  for (const { id, state } of plays.filter((play) => play.subject === subject && play.status === 'waiting')) {
    const asked = await docket.questions.list({ playId: id });
    current = current.map((item) => {
      const question = asked.find((candidate) => candidate.id === `${id}.${item.id}`);
      return question === undefined || item.status !== 'open' ? item : answered(item, inputOf(question));
    });
    const parked = ParkedSchema.safeParse(state);
    if (!parked.success) continue;
    const handle = await docket.resume(id).catch(() => null);
    await handle?.end({ ...parked.data });
  }
  return current;
}

/** Skipping is no answer, and neither is the option that points at a note nobody wrote. */
function inputOf({ answer, options }: OperatorQuestion): string {
  if (answer === null || answer.choice === 'skip') return '';
  const label = options[answer.choice - 1]?.label ?? '';
  const note = answer.note.trim();
  if (label === 'As noted') return note;
  return note === '' ? label : `${label}: ${note}`;
}
