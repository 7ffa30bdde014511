/**
 * The one way to ask a person, for every protocol. A question is stored before anybody sees it; whoever answers first,
 * at the terminal or in the browser, has answered; a run that nobody answers waits, and another process can go on.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Answer,
  type AskedQuestion,
  type OperatorQuestion,
  QUESTION_BATCH,
  type QuestionEvent,
  type UnattendedPolicy,
} from '@design-jury/contracts/questions';
import type { RunRecord } from '@design-jury/contracts/run';
import type { QuestionStore } from '../../store/questions.ts';

/** What a protocol wants to know. `id` is unique within the run and stable over a resume. */
export interface Asking {
  id: string;
  /** Tells when another run asks the same; see `questionKey`. */
  key: string;
  question: string;
  issue: string;
  why: string;
  options: OperatorQuestion['options'];
  deadlineAt?: string | null;
}

/** Puts a question to whoever sits at the terminal. Rejects, or never answers, when the signal aborts. */
export type TerminalAsker = (
  question: AskedQuestion,
  place: { number: number; total: number },
  signal: AbortSignal,
) => Promise<Answer>;

export interface AskOptions {
  /** Null where nobody sits: then `onUnattended` decides. */
  terminal: TerminalAsker | null;
  /** True where somebody may answer from elsewhere while this process waits, as in the daemon. */
  waits: boolean;
  onUnattended: UnattendedPolicy;
  signal: AbortSignal;
}

export type Answers = ReadonlyMap<string, { answer: Answer; by: string }>;

export type AskResult =
  | { status: 'answered'; answers: Answers }
  /** Nobody could answer: the questions are open, and the run has to wait. */
  | { status: 'waiting' };

/** Where questions are kept. */
export interface Desk {
  questions: QuestionStore;
  now(): string;
}

export interface AskingRun {
  run: Pick<RunRecord, 'id' | 'protocol'>;
  /** What the log says already is not said again by a process that took the run over. */
  alreadySaid(event: QuestionEvent): boolean;
  emit(event: QuestionEvent): void;
}

const POLL_MS = 300;

/** Asks for a run. All are stored at once, so that a browser shows what is to come. */
export async function askOperator(
  desk: Desk,
  { run, alreadySaid, emit }: AskingRun,
  askings: readonly Asking[],
  options: AskOptions,
): Promise<AskResult> {
  const emitOnce = (event: QuestionEvent): void => {
    if (!alreadySaid(event)) emit(event);
  };
  const questions = askings.map((asking): OperatorQuestion => toQuestion(asking, run, desk.now()));
  await desk.questions.ask(questions);
  for (const { id, question } of questions) emitOnce({ type: 'question.asked', id, question });
  const answers = await awaitAnswers(desk, questions, options, async (id, { by, answer }) => {
    emitOnce({ type: 'question.answered', id, by, choice: answer.choice });
  });
  return answers === null ? { status: 'waiting' } : { status: 'answered', answers };
}

/** Puts stored questions to a person, three at a time at most. Null as soon as one of them is left open. */
export async function awaitAnswers(
  desk: Desk,
  questions: readonly OperatorQuestion[],
  options: AskOptions,
  onAnswer: (id: string, answered: { answer: Answer; by: string }) => Promise<void> = async () => {},
): Promise<Answers | null> {
  const answers = new Map<string, { answer: Answer; by: string }>();
  for (let from = 0; from < questions.length; from += QUESTION_BATCH) {
    const batch = questions.slice(from, from + QUESTION_BATCH);
    for (const [index, question] of batch.entries()) {
      const place = { number: from + index + 1, total: questions.length };
      const answered = await answerOf(desk, question, place, options);
      if (answered === null) return null;
      answers.set(question.id, answered);
      await onAnswer(question.id, answered);
    }
  }
  return answers;
}

async function answerOf(
  desk: Desk,
  question: OperatorQuestion,
  place: { number: number; total: number },
  options: AskOptions,
): Promise<{ answer: Answer; by: string } | null> {
  await desk.questions.expire(desk.now());
  const stored = await current(desk, question.id);
  if (stored !== null) return stored;
  const { terminal, waits, onUnattended } = options;
  if (terminal !== null || waits) {
    const asked = { ...question, precedents: await desk.questions.precedents(question.key) };
    const answered = await race(desk, asked, place, options);
    if (answered !== null || waits || options.signal.aborted) return answered;
  }
  if (onUnattended === 'pause') return null;
  await desk.questions.answer(question.id, { choice: 'skip', note: 'no operator' }, 'unattended', desk.now());
  return current(desk, question.id);
}

/** The terminal and the store side by side; the first answer stands and the other is told to stop. */
async function race(
  desk: Desk,
  question: AskedQuestion,
  place: { number: number; total: number },
  { terminal, waits, signal }: AskOptions,
): Promise<{ answer: Answer; by: string } | null> {
  const settled = new AbortController();
  const stop = AbortSignal.any([signal, settled.signal]);
  const atTerminal =
    terminal === null
      ? new Promise<never>(() => {})
      : terminal(question, place, stop).then(async (answer) => {
          await desk.questions.answer(question.id, answer, 'terminal', desk.now());
        });
  // A terminal that goes away leaves the question to the others, if there are any to wait for.
  const typed = atTerminal.catch(() => (waits ? new Promise<never>(() => {}) : undefined));
  try {
    await Promise.race([typed, answeredElsewhere(desk, question, stop)]);
  } finally {
    settled.abort();
  }
  return current(desk, question.id);
}

async function answeredElsewhere(
  desk: Desk,
  { id, deadlineAt }: OperatorQuestion,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    if (deadlineAt !== null) await desk.questions.expire(desk.now());
    const question = await desk.questions.get(id);
    if (question === null || question.status !== 'open') return;
    await delay(POLL_MS, undefined, { signal }).catch(() => {});
  }
}

async function current(desk: Desk, id: string): Promise<{ answer: Answer; by: string } | null> {
  const question = await desk.questions.get(id);
  if (question === null || question.answer === null) return null;
  return { answer: question.answer, by: question.answeredBy ?? '' };
}

function toQuestion(
  asking: Asking,
  { id, protocol }: Pick<RunRecord, 'id' | 'protocol'>,
  askedAt: string,
): OperatorQuestion {
  const { key, question, issue, why, options, deadlineAt = null } = asking;
  return {
    id: `${id}.${asking.id}`,
    runId: id,
    retry: null,
    protocol,
    key,
    question,
    issue,
    why,
    options,
    status: 'open',
    answer: null,
    answeredBy: null,
    askedAt,
    answeredAt: null,
    deadlineAt,
  };
}

/** To whoever answers too late. */
export function alreadySaid({ status, answeredBy }: OperatorQuestion): string {
  return status === 'withdrawn'
    ? 'the question is no longer asked: what it was about is over'
    : `the question was answered already${answeredBy === null ? '' : ` (${answeredBy})`}; the first answer stands`;
}

/** The same question about the same kind of subject: what its words say, not how they are spaced. */
export function questionKey(protocol: string, kind: string, question: string): string {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${protocol}/${kind}/${words.join(' ')}`.slice(0, 300);
}
