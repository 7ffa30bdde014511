/** One turn of a question, within its deadlines: the whole answer, or why there is none. */

import type { AskFailure } from './ask.ts';
import type { AgentDelta, AgentSession, AgentTurn } from './session.ts';
import type { Spending } from './spending.ts';

export interface AskDeadlines {
  /** From sending the turn to the first sign of life. */
  firstByteTimeoutMs: number;
  /** Between two signs of life. */
  idleTimeoutMs: number;
  /** For the whole question, a second try included. */
  totalTimeoutMs: number;
  maxAnswerChars: number;
}

export interface Listening {
  name: string;
  signal: AbortSignal;
  limits: AskDeadlines;
  spending: Spending;
  /** When the whole question has to be over, on the clock of `Date.now`. */
  deadline: number;
  onDelta?: (delta: AgentDelta) => void;
}

export type Said = { ok: true; value: string } | { ok: false; reason: AskFailure; message: string };

export async function listen(session: AgentSession, turn: AgentTurn, listening: Listening): Promise<Said> {
  const { name, signal, limits, spending, onDelta } = listening;
  spending.ask();
  const deltas = session.send(turn)[Symbol.asyncIterator]();
  const clock = startClock(listening);
  let pieces: string[] = [];
  let length = 0;
  let over = false;
  try {
    for (;;) {
      const next = await Promise.race([deltas.next(), clock.stopped]);
      if ('ok' in next) return next;
      over = next.done === true || next.value.type === 'end' || next.value.type === 'error';
      if (next.done === true) break;
      clock.touch();
      const delta = next.value;
      onDelta?.(delta);
      switch (delta.type) {
        case 'text':
          length += delta.text.length;
          if (length > limits.maxAnswerChars)
            return failed(
              'malformed',
              `the answer of ${name} is longer than ${limits.maxAnswerChars} characters`,
            );
          pieces.push(delta.text);
          break;
        case 'restart':
          pieces = [];
          length = 0;
          break;
        case 'usage': {
          spending.add(delta);
          const { exceeded } = spending;
          if (exceeded !== null) return failed('budget_exceeded', exceeded.message);
          break;
        }
        case 'error':
          return failed(delta.kind, delta.message);
        case 'end':
          return { ok: true, value: pieces.join('') };
        case 'thinking':
        case 'notice':
        case 'alive':
          break;
      }
    }
    return signal.aborted
      ? failed('interrupted', 'the question was interrupted')
      : failed('cut', `${name} ended without a word that its answer is complete`);
  } finally {
    clock.end();
    if (!over) session.interrupt();
    // Not waited for: a stuck agent is ended by closing its session.
    void Promise.resolve(deltas.return?.()).catch(() => null);
  }
}

function failed(reason: AskFailure, message: string): Extract<Said, { ok: false }> {
  return { ok: false, reason, message };
}

interface Clock {
  /** Resolves only when the turn has to stop. */
  stopped: Promise<Extract<Said, { ok: false }>>;
  touch(): void;
  end(): void;
}

function startClock({ name, signal, limits, deadline }: Listening): Clock {
  const { promise: stopped, resolve } = Promise.withResolvers<Extract<Said, { ok: false }>>();
  const late = (ms: number, words: string) =>
    setTimeout(() => resolve(failed('timeout', `${name} ${words}`)), Math.max(0, ms));
  const interrupted = () => resolve(failed('interrupted', 'the question was interrupted'));
  const total = late(deadline - Date.now(), `did not answer within ${limits.totalTimeoutMs} ms`);
  let silence = late(limits.firstByteTimeoutMs, `said nothing for ${limits.firstByteTimeoutMs} ms`);
  signal.addEventListener('abort', interrupted, { once: true });
  if (signal.aborted) interrupted();
  return {
    stopped,
    touch() {
      clearTimeout(silence);
      silence = late(limits.idleTimeoutMs, `said nothing more for ${limits.idleTimeoutMs} ms`);
    },
    end() {
      clearTimeout(total);
      clearTimeout(silence);
      signal.removeEventListener('abort', interrupted);
    },
  };
}
