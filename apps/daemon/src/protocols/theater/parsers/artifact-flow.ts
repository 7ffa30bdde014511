/** Pieces of an artifact that can only be more of it are handed on at once: most of any text, in the smallest chunks. */
import { ArtifactScanner, beforeCdataEnd } from './artifact-scanner.ts';
import { CDATA_CLOSE, isSpace } from './tags.ts';

const GREATER = 62;
const LESS = 60;
const RIGHT_BRACKET = 93;
const ESCAPE = 0x1b;
/** Below this length a plain loop beats two native calls. */
export const SHORT_CHUNK = 24;

export class ArtifactFlow extends ArtifactScanner {
  protected inEscape = false;
  /** The first half of a character whose second one is awaited. */
  protected surrogate = '';

  /**
   * A chunk of a few plain characters inside an artifact that can only be more of it: the text to hand on, empty where
   * all of it may still become the end. It is taken as read, and needs no native call to be known as such. Null: more
   * has to be asked.
   */
  pieceOf(chunk: string): string | null {
    const mode = this.mode;
    if (mode !== 'artifact_sealed' && mode !== 'artifact_cdata') return null;
    const { length } = chunk;
    if (length > SHORT_CHUNK || this.error !== null || this.inEscape || this.surrogate.length > 0)
      return null;
    if (this.consumed + length > this.blockLimit) return null;
    if (length === 1) return this.#characterOf(chunk, chunk.charCodeAt(0), mode === 'artifact_sealed');
    if (this.held.length > 0) return null;
    const stop = mode === 'artifact_sealed' ? LESS : RIGHT_BRACKET;
    for (let i = 0; i < length; i++) {
      const code = chunk.charCodeAt(i);
      if (code > 0x7f || code === stop || code === RIGHT_BRACKET || code === ESCAPE) return null;
    }
    this.consumed += length;
    return chunk;
  }

  /** Streams of single characters are the slowest, and a page is full of `<`, and its scripts of `]`. */
  #characterOf(chunk: string, code: number, isSealed: boolean): string | null {
    if (code > 0x7f || code === ESCAPE) return null;
    const held = this.held;
    // Asked by its length: two strings would be compared.
    if (held.length > 0) return this.#goesOn(held, chunk, code, isSealed);
    if (code === RIGHT_BRACKET ? !this.wrapped : code !== LESS || !isSealed) {
      this.consumed++;
      return chunk;
    }
    this.heldAt = this.consumed++;
    this.held = chunk;
    this.heldAscii = true;
    return '';
  }

  /** Behind a `<` or a `]` that may begin the end, and plain characters of it. */
  #goesOn(held: string, chunk: string, code: number, isSealed: boolean): string | null {
    const closer = isSealed && held.charCodeAt(0) === LESS ? this.artifactClose : CDATA_CLOSE;
    // The last character decides what has ended; one that begins anew may begin another end.
    if (held.length >= closer.length || code === LESS || !closer.startsWith(held)) return null;
    const isNext = closer.charCodeAt(held.length) === code;
    if (isNext ? closer === CDATA_CLOSE && code === GREATER : code === RIGHT_BRACKET) return null;
    this.consumed++;
    this.held = isNext ? held + chunk : '';
    return isNext ? '' : held + chunk;
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
      this.hand(
        kept === text.length ? text : text.slice(0, kept),
        held.length + bytes - (text.length - kept),
      );
    return true;
  }

  protected flow(text: string, bytes: number): void {
    this.consumed += bytes;
    this.hand(text, bytes);
  }

  protected hand(text: string, bytes: number): void {
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
