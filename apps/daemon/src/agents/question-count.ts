/**
 * How often a program asks its model, told by the bytes that pass: what is encrypted cannot be read, but every question
 * carries the prompt, and comes after an answer to the one before. A question that is sent in pieces, with words about the
 * connection between them, may count twice.
 */
import { MAX_STEPS } from './steps.ts';

/** In one turn. An agent without tools asks once or twice; what is more are its own retries. */
export const MAX_QUESTIONS = 2 * MAX_STEPS;
/** Below it is a greeting of the encryption, or a word about the connection. */
const SMALLEST_QUESTION_BYTES = 2_048;
/** A smaller piece speaks of the connection: HTTP/2 makes room for more, pings and acknowledges while a question is sent. */
const LEAST_PIECE_BYTES = 100;

export class QuestionCount {
  readonly #onTooMany: () => void;
  #least = SMALLEST_QUESTION_BYTES;
  #questions = 0;

  /** Told once in a turn, with the first question that is too many. */
  constructor(onTooMany: () => void) {
    this.#onTooMany = onTooMany;
  }

  /** A turn begins: its questions hold at least the prompt, however that is written down. */
  begin(promptBytes: number): void {
    this.#least = Math.max(SMALLEST_QUESTION_BYTES, promptBytes / 2);
    this.#questions = 0;
  }

  connection(): CountedConnection {
    let sent = 0;
    let isAnswered = true;
    return {
      sends: (bytes) => {
        if (bytes >= LEAST_PIECE_BYTES) sent += bytes;
        if (isAnswered && sent >= this.#least) {
          isAnswered = false;
          if (++this.#questions === MAX_QUESTIONS + 1) this.#onTooMany();
        }
        return this.#questions <= MAX_QUESTIONS;
      },
      hears: (bytes) => {
        if (isAnswered || bytes < LEAST_PIECE_BYTES) return;
        isAnswered = true;
        sent = 0;
      },
    };
  }
}

/** One connection, as the program uses it. */
export interface CountedConnection {
  /** Whether it may: what is too much is not handed on. */
  sends(bytes: number): boolean;
  hears(bytes: number): void;
}
