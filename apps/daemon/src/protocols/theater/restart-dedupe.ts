/**
 * An agent may begin its answer anew (`restart`). What was judged cannot be unsaid, so the new text has to begin
 * with the same words: they are skipped, and the story goes on where it was. Only a digest of them is kept.
 */
import { createHash, type Hash } from 'node:crypto';

export class RestartDedupe {
  #told = createHash('sha256');
  #length = 0;
  #again: Hash | null = null;
  #left = 0;

  /** Another turn, or what was said is forgotten. */
  forget(): void {
    this.#told = createHash('sha256');
    this.#length = 0;
    this.#again = null;
    this.#left = 0;
  }

  /** What comes next is told from the beginning. */
  restart(): void {
    this.#left = this.#length;
    this.#again = this.#left === 0 ? null : createHash('sha256');
  }

  /** True while words that were told are still to be told again. */
  get behind(): boolean {
    return this.#left > 0;
  }

  /** What of the text is new, or null when the story is another. */
  take(text: string): string | null {
    if (this.#again === null) return this.#tell(text);
    const old = text.slice(0, this.#left);
    this.#again.update(old, 'utf16le');
    this.#left -= old.length;
    if (this.#left > 0) return '';
    const same = this.#again.digest().equals(this.#told.copy().digest());
    this.#again = null;
    return same ? this.#tell(text.slice(old.length)) : null;
  }

  /** UTF-16, because a pair of surrogates may be cut in two and must still count as the same text. */
  #tell(text: string): string {
    this.#told.update(text, 'utf16le');
    this.#length += text.length;
    return text;
  }
}
