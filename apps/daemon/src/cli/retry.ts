/** After a run that proved nothing: its question at the terminal, and the retry that the answer asks for. */
import type { TheaterSnapshot } from '@design-jury/contracts/http';
import type { TheaterRun } from '@design-jury/contracts/run';
import type { Engine } from '../engine.ts';
import { awaitAnswers } from '../host/questions/ask.ts';
import { JuryError } from '../jury-error.ts';
import type { FinishedReview } from '../library/run.ts';
import { retryQuestionId } from '../protocols/theater/retry-question.ts';
import { Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';
import { askAtTerminal } from './terminal/questions.ts';

/** How the retry is started, or null where the run stays as it is. */
async function askForRetry(
  { questions, jury }: Engine,
  shell: Shell,
  { id, projectId }: TheaterRun,
): Promise<(() => Promise<TheaterSnapshot>) | null> {
  const question = await questions.get(retryQuestionId(id));
  if (question?.status !== 'open') return null;
  const answers = await awaitAnswers({ questions, now: () => new Date().toISOString() }, [question], {
    terminal: (asked, place, signal) => askAtTerminal(shell, asked, place, signal),
    waits: false,
    // The question outlives this process; no answer is not an answer.
    onUnattended: 'pause',
    signal: new AbortController().signal,
  });
  const answered = answers?.get(question.id);
  if (answered === undefined || answered.answer.choice === 'skip') return null;
  if (answered.by === 'terminal') return () => jury.rerun(projectId, id);
  shell.error(`Answered elsewhere (${answered.by}): the retry runs there.\n`);
  return null;
}

/** What somebody at the terminal asks for after a run, try by try, as long as `isWanted`; returns the last one. */
export async function retryWhileAsked(
  engine: Engine,
  shell: Shell,
  first: FinishedReview,
  { isWanted, follow }: RetryOptions,
): Promise<FinishedReview> {
  let last = first;
  while (isWanted()) {
    const { projectId } = last.run;
    const start = await askForRetry(engine, shell, last.run);
    if (start === null) break;
    try {
      last = await follow(projectId, start);
    } catch (error) {
      if (!(error instanceof JuryError || error instanceof Refusal)) throw error;
      const why = error.message.replace(/\.$/, '');
      shell.error(`It cannot be tried again: ${why}. The question stays open.\n`);
      break;
    }
  }
  return last;
}

interface RetryOptions {
  isWanted(): boolean;
  follow(projectId: string, start: () => Promise<TheaterSnapshot>): Promise<FinishedReview>;
}

/** True where the run's question waits for an answer. */
export async function isAsked({ questions }: Engine, { id }: TheaterRun): Promise<boolean> {
  return (await questions.get(retryQuestionId(id)))?.status === 'open';
}
