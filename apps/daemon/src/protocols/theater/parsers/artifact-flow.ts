/** Pieces of an artifact that can only be more of it are handed on at once: most of any text, in the smallest chunks. */
import { ArtifactScanner, beforeCdataEnd } from './artifact-scanner.ts';
import { isSpace } from './tags.ts';

const GREATER = 62;
const LESS = 60;
const RIGHT_BRACKET = 93;

export class ArtifactFlow extends ArtifactScanner {
  /**
   * Token-sized chunks of plain text inside an artifact, with nothing held: without a `]` (or `<`, where it is sealed)
   * they can only be more of it, and need no native call to be known as such.
   */
  protected flowsShort(text: string, length: number): boolean {
    if (!this.isFlowing(length)) return false;
    const stop = this.mode === 'artifact_sealed' ? LESS : RIGHT_BRACKET;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f || code === stop || code === RIGHT_BRACKET || code === 0x1b) return false;
    }
    this.flow(text, length);
    return true;
  }

  protected isFlowing(bytes: number): boolean {
    return (
      (this.mode === 'artifact_cdata' || this.mode === 'artifact_sealed') &&
      this.held === '' &&
      this.consumed + bytes <= this.blockLimit
    );
  }

  /**
   * The same where the code seals the artifact: only a `<` at the end may still become its close, and only a `]` there
   * the end of its CDATA. False where more than that has to be asked.
   */
  protected flowSealed(segment: string, bytes: number): boolean {
    const held = this.held;
    if (held !== '' && !(this.heldAscii && held.charCodeAt(0) === LESS)) return false;
    if (this.consumed + bytes > this.blockLimit || !this.artifactClosePlain) return false;
    const text = held === '' ? segment : held + segment;
    const kept = this.mayCloseAt(text, 0);
    const close = text.indexOf(this.artifactCloseStart);
    if (close !== -1 && close < kept) return false;
    if (this.wrapped && mayEndCdata(text.charCodeAt(kept - 1)) && beforeCdataEnd(text, 0, kept) < kept)
      return false;
    const start = held === '' ? this.consumed : this.heldAt;
    this.consumed += bytes;
    if (kept === text.length) this.held = '';
    else {
      this.held = kept === 0 ? text : text.slice(kept);
      this.heldAt = kept < held.length ? start + kept : this.consumed - this.held.length;
      this.heldAscii = true;
    }
    if (kept > 0)
      this.#hand(
        kept === text.length ? text : text.slice(0, kept),
        held.length + bytes - (text.length - kept),
      );
    return true;
  }

  /**
   * One character of a sealed artifact: streams of single ones are the slowest, and a page is full of `<`. False
   * where more has to be asked.
   */
  protected flowSealedCharacter(text: string, code: number): boolean {
    const held = this.held;
    if (this.consumed + 1 > this.blockLimit) return false;
    if (held === '') {
      if (code !== LESS) return false;
      this.heldAt = this.consumed;
    } else {
      if (!this.heldAscii || held.charCodeAt(0) !== LESS || code === LESS || code === RIGHT_BRACKET)
        return false;
      if (held.length >= this.artifactClose.length) return false;
      if (this.artifactClose.charCodeAt(held.length) !== code) {
        this.held = '';
        this.flow(held + text, 1, held.length + 1);
        return true;
      }
    }
    this.consumed++;
    this.held = held + text;
    this.heldAscii = true;
    return true;
  }

  protected flow(text: string, fresh: number, bytes = fresh): void {
    this.consumed += fresh;
    this.#hand(text, bytes);
  }

  #hand(text: string, bytes: number): void {
    try {
      this.dataSink.data(text, bytes);
    } catch (error) {
      this.caught(error);
    }
  }
}

/** Whether text that ends with this character may end with a `]]>`, white space behind it, or a part of both. */
function mayEndCdata(last: number): boolean {
  return last === RIGHT_BRACKET || last === GREATER || isSpace(last);
}
