/**
 * The one way to ask a person, for every protocol. A question is stored before anybody sees it; whoever answers first,
 * at the terminal or in the browser, has answered; a play that nobody answers waits, and another process can go on.
 */
import {
  type Answer,
  type AskedQuestion,
  type OperatorQuestion,
  QUESTION_BATCH,
} from '@design-jury/contracts/play';
import type { Docket, PlayHandle } from './docket.ts';

/** What a protocol wants to know. `id` is unique within the play and stable over a resume. */
export interface Asking {
  id: string;
  /** Tells when another play asks the same; see `questionKey`. */
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

export type UnattendedPolicy = 'pause' | 'defer';

export interface AskOptions {
  /** Null where nobody sits: then `onUnattended` decides. */
  terminal: TerminalAsker | null;
  /** True where somebody may answer from elsewhere while this process waits, as in the daemon. */
  waits: boolean;
  onUnattended: UnattendedPolicy;
  signal: AbortSignal;
  /** @default 300 */
  pollMs?: number;
}

export type AskResult =
  | { status: 'answered'; answers: ReadonlyMap<string, { answer: Answer; by: string }> }
  /** Nobody could answer: the play is `waiting`, its questions are open. */
  | { status: 'waiting' };

const POLL_MS = 300;

/** Asks in batches of three at most. All are stored at once, so that a browser shows what is to come. */
export async function askOperator(
  docket: Docket,
  play: PlayHandle,
  askings: readonly Asking[],
  options: AskOptions,
): Promise<AskResult> {
  const { record } = play;
  const questions = askings.map((asking): OperatorQuestion => toQuestion(asking, record, docket.now()));
  await docket.questions.ask(questions);
  await play.emit(...questions.map(({ id, question }) => ({ type: 'question.asked', id, question })));
  const answers = new Map<string, { answer: Answer; by: string }>();
  for (let from = 0; from < questions.length; from += QUESTION_BATCH) {
    const batch = questions.slice(from, from + QUESTION_BATCH);
    for (const [index, question] of batch.entries()) {
      const place = { number: from + index + 1, total: questions.length };
      const answered = await answerOf(docket, question, place, options);
      if (answered === null) {
        await play.park('waiting');
        return { status: 'waiting' };
      }
      answers.set(question.id, answered);
      await play.emit({
        type: 'question.answered',
        id: question.id,
        by: answered.by,
        choice: answered.answer.choice,
      });
    }
  }
  if (record.status !== 'running') await play.go();
  return { status: 'answered', answers };
}

async function answerOf(
  docket: Docket,
  question: OperatorQuestion,
  place: { number: number; total: number },
  options: AskOptions,
): Promise<{ answer: Answer; by: string } | null> {
  const stored = await current(docket, question.id);
  if (stored !== null) return stored;
  const { terminal, waits, onUnattended } = options;
  if (terminal !== null || waits) {
    const asked = { ...question, precedents: await docket.questions.precedents(question.key) };
    const answered = await race(docket, asked, place, options);
    if (answered !== null || waits || options.signal.aborted) return answered;
  }
  if (onUnattended === 'pause') return null;
  await docket.questions.answer(
    question.id,
    { choice: 'skip', note: 'no operator' },
    'unattended',
    docket.now(),
  );
  return current(docket, question.id);
}

/** The terminal and the store side by side; the first answer stands and the other is told to stop. */
async function race(
  docket: Docket,
  question: AskedQuestion,
  place: { number: number; total: number },
  { terminal, waits, signal, pollMs = POLL_MS }: AskOptions,
): Promise<{ answer: Answer; by: string } | null> {
  const settled = new AbortController();
  const stop = AbortSignal.any([signal, settled.signal]);
  const atTerminal =
    terminal === null
      ? new Promise<never>(() => {})
      : terminal(question, place, stop).then(async (answer) => {
          await docket.questions.answer(question.id, answer, 'terminal', docket.now());
        });
  // A terminal that goes away leaves the question to the others, if there are any to wait for.
  const typed = atTerminal.catch(() => (waits ? new Promise<never>(() => {}) : undefined));
  try {
    await Promise.race([typed, answeredElsewhere(docket, question, stop, pollMs)]);
  } finally {
    settled.abort();
  }
  return current(docket, question.id);
}

async function answeredElsewhere(
  docket: Docket,
  { id, deadlineAt }: OperatorQuestion,
  signal: AbortSignal,
  pollMs: number,
): Promise<void> {
  while (!signal.aborted) {
    const question = await docket.questions.get(id);
    if (question === null || question.status !== 'open') return;
    if (deadlineAt !== null && docket.now() >= deadlineAt) {
      await docket.questions.answer(
        id,
        { choice: 'skip', note: 'nobody answered in time' },
        'deadline',
        docket.now(),
      );
      return;
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, pollMs);
      function done(): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      }
      signal.addEventListener('abort', done);
    });
  }
}

async function current(docket: Docket, id: string): Promise<{ answer: Answer; by: string } | null> {
  const question = await docket.questions.get(id);
  if (question === null || question.answer === null) return null;
  return { answer: question.answer, by: question.answeredBy ?? '' };
}

function toQuestion(
  asking: Asking,
  { id, protocol }: PlayHandle['record'],
  askedAt: string,
): OperatorQuestion {
  const { key, question, issue, why, options, deadlineAt = null } = asking;
  return {
    id: `${id}.${asking.id}`,
    playId: id,
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

/** The same question about the same kind of subject: what its words say, not how they are spaced. */
export function questionKey(protocol: string, kind: string, question: string): string {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${protocol}/${kind}/${words.join(' ')}`.slice(0, 300);
}
