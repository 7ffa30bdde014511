/** Pieces of an artifact that can only be more of it are handed on at once: most of any text, in the smallest chunks. */
import { ArtifactScanner, beforeCdataEnd } from './artifact-scanner.ts';
import { CDATA_CLOSE, isSpace } from './tags.ts';

const GREATER = 62;
const LESS = 60;
const RIGHT_BRACKET = 93;
const ESCAPE = 0x1b;
const ESCAPE_CHARACTER = '\u001b';
/** Below this length a plain loop beats two native calls. */
export const SHORT_CHUNK = 24;
/** Below this length it pays to look for a delimiter before setting up a scan. */
export const SMALL_CHUNK = 256;

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
    if (length > SMALL_CHUNK || this.error !== null || this.inEscape || this.surrogate.length > 0)
      return null;
    if (this.consumed + length > this.blockLimit) return null;
    if (length > SHORT_CHUNK)
      return mode === 'artifact_sealed' && isPlainText(chunk) ? this.#sealedPiece(chunk, length) : null;
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
    if (this.consumed + bytes > this.blockLimit) return false;
    const before = this.held.length;
    const piece = this.#sealedPiece(segment, bytes);
    if (piece === null) return false;
    if (piece.length > 0) this.hand(piece, before + bytes - this.held.length);
    return true;
  }

  /** What of it can be handed on; null where more has to be asked. What is held back is all ASCII. */
  #sealedPiece(segment: string, bytes: number): string | null {
    const held = this.held;
    // What is held behind a `<` may become the close, so it is ASCII where the close is.
    if (!this.artifactClosePlain || (held.length > 0 && held.charCodeAt(0) !== LESS)) return null;
    const text = held.length === 0 ? segment : held + segment;
    const kept = this.mayCloseAt(text, 0);
    const close = text.indexOf(this.artifactCloseStart);
    if (close !== -1 && close < kept) return null;
    if (this.wrapped && mayEndCdata(text, kept) && beforeCdataEnd(text, 0, kept) < kept) return null;
    this.consumed += bytes;
    if (kept === text.length) {
      this.held = '';
      return text;
    }
    this.held = kept === 0 ? text : text.slice(kept);
    if (kept >= held.length) this.heldAt = this.consumed - this.held.length;
    else this.heldAt += kept;
    this.heldAscii = true;
    return kept === 0 ? '' : text.slice(0, kept);
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

function isPlainText(text: string): boolean {
  return !text.includes(ESCAPE_CHARACTER) && Buffer.byteLength(text) === text.length;
}

/**
 * Whether text up to `end` may end with a `]]>`, white space behind it, or a part of both. What began before this text was
 * held back, so that nothing but this text has to be looked at.
 */
function mayEndCdata(text: string, end: number): boolean {
  let i = end - 1;
  let code = text.charCodeAt(i);
  if (code === RIGHT_BRACKET) return true;
  while (isSpace(code)) code = text.charCodeAt(--i);
  return code === GREATER && text.charCodeAt(i - 1) === RIGHT_BRACKET;
}
