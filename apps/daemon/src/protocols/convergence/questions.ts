/** Clarification items as questions of a run, and the answers back into the task. */
import type { ClarificationItem } from '@design-jury/contracts/convergence/schema';
import type { OperatorQuestion } from '@design-jury/contracts/questions';
import type { RunRecord } from '@design-jury/contracts/run';
import type { Host } from '../../host/host.ts';
import { type Asking, questionKey } from '../../host/questions/ask.ts';
import type { QuestionStore } from '../../store/questions.ts';
import { answered } from './clarifications.ts';
import type { ConvergenceAttachment } from './crew.ts';

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
const LONGEST_QUESTION = 1_000;
const MOST_RUNS = 200;

export function askingOf({ id, kind, statement, expectedForm, blocks }: ClarificationItem): Asking {
  return {
    id,
    key: questionKey('convergence', kind, statement),
    question: statement.slice(0, LONGEST_QUESTION),
    issue: `Expected: ${expectedForm}`,
    why: blocks === 'approval' ? 'The plan cannot be approved before it is answered.' : '',
    options: OPTIONS[kind],
  };
}

interface Runs {
  host: Pick<Host, 'resume' | 'done'>;
  questions: QuestionStore;
  allRuns(filter: { protocols: readonly string[]; limit: number }): Promise<RunRecord[]>;
}

/**
 * Takes the answers given to earlier runs of the task, and closes those runs: what is still open is asked again by the
 * next one.
 */
export async function takeAnswers(
  { host, questions, allRuns }: Runs,
  taskKey: string,
  items: readonly ClarificationItem[],
): Promise<ClarificationItem[]> {
  const runs = await allRuns({ protocols: ['convergence'], limit: MOST_RUNS });
  let current = [...items];
  for (const { id } of runs.filter((run) => run.subjectKey === taskKey && run.state === 'waiting')) {
    const asked = await questions.list({ runId: id });
    current = current.map((item) => {
      // By its words: its number may be another in a run that began long ago.
      const words = item.statement.slice(0, LONGEST_QUESTION);
      const question = asked.find((candidate) => candidate.question === words);
      return question === undefined || item.status !== 'open' ? item : answered(item, inputOf(question));
    });
    const closing: ConvergenceAttachment = { closesQuestions: true };
    // Another process may be closing it.
    await host.resume(id, { ...closing }).then(
      () => host.done(id),
      () => null,
    );
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
