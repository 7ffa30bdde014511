/** Which questions are put to a person at once, and how each of them stands. */
import type { Answer, AskedQuestion } from '@design-jury/contracts/questions';

/** As `QUESTION_BATCH` of the contracts, whose file would bring zod into the browser. */
const BATCH = 3;
const OPEN: Answering = { state: 'open' };

export type Answering =
  | { state: 'open' }
  | { state: 'sending' }
  | { state: 'refused'; message: string }
  /** `retryHref`: the run that the answer started. */
  | { state: 'answered'; choice: Answer['choice']; retryHref?: string }
  /** Somebody was first, or it is no longer asked. */
  | { state: 'elsewhere'; message: string };

export interface Put {
  questions: readonly AskedQuestion[];
  answering: Readonly<Record<string, Answering>>;
}

/** The same batch while any of it is open, and while nothing new is asked; else the next three. */
export function nextBatch(put: Put, open: readonly AskedQuestion[]): Put {
  const isOpen = ({ id }: AskedQuestion): boolean => open.some((question) => question.id === id);
  if (put.questions.some(isOpen)) return put;
  return open.length === 0 ? put : { questions: open.slice(0, BATCH), answering: {} };
}

export function standing({ answering }: Put, id: string, open: readonly AskedQuestion[]): Answering {
  const own = answering[id] ?? OPEN;
  const isGone = !open.some((question) => question.id === id);
  return isGone && own.state === 'open' ? { state: 'elsewhere', message: '' } : own;
}
