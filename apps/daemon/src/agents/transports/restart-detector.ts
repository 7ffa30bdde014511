/**
 * Any agent may ask its model again after a cut stream and say nothing about it, or ask it to go on and be answered
 * from the beginning: the answer then simply begins once more. It is known by its first words, at the beginning of a
 * piece; fewer than these are held back at most.
 */
import type { AgentDelta } from '../session.ts';

/** Longer than what two parts of one answer begin with alike. */
const OPENING_CHARS = 48;

export class RestartDetector {
  readonly #message: string;
  #opening = '';
  #held = '';

  constructor(message: string) {
    this.#message = message;
  }

  begin(): void {
    this.#opening = '';
    this.#held = '';
  }

  take(text: string): AgentDelta[] {
    if (this.#opening.length < OPENING_CHARS) {
      this.#opening = (this.#opening + text).slice(0, OPENING_CHARS);
      return [{ type: 'text', text }];
    }
    const before = this.#isOpening(this.#held + text) ? [] : this.release();
    this.#held += text;
    if (!this.#isOpening(this.#held)) return [...before, ...this.release()];
    if (this.#held.length < OPENING_CHARS) return before;
    return [...before, { type: 'restart', message: this.#message }, ...this.release()];
  }

  /** As far as it goes. */
  #isOpening(text: string): boolean {
    return text.length < OPENING_CHARS ? this.#opening.startsWith(text) : text.startsWith(this.#opening);
  }

  /** Nothing follows, or it is something else. */
  release(): AgentDelta[] {
    const text = this.#held;
    this.#held = '';
    return text === '' ? [] : [{ type: 'text', text }];
  }
}
