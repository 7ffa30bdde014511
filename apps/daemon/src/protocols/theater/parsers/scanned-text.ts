/**
 * The text a tokenizer is looking at: what was held back and then the new segment, with the byte offset of every index.
 * What is carried from one chunk to the next is a delimiter that may still complete, a few characters.
 */
import { CritiqueError, OversizeBlockError } from '../errors.ts';
import { type Dialect, STORED } from './tags.ts';
import type { TokenSink } from './token-sink.ts';

type Mode =
  | 'outside'
  | 'leaf'
  | 'leaf_cdata'
  | 'artifact_start'
  | 'artifact_cdata'
  | 'artifact_raw'
  | 'artifact_sealed'
  | 'tag'
  | 'region';

export class ScannedText {
  /** No open block may reach beyond this byte; the grammar sets it when a capped block opens. */
  blockLimit = Number.POSITIVE_INFINITY;
  error: CritiqueError | null = null;
  protected sink: TokenSink;
  protected dataSink: TokenSink;
  protected readonly dialect: Dialect;
  protected mode: Mode = 'outside';
  /** Bytes consumed before the text being scanned, not counting `held`. */
  protected consumed = 0;
  protected held = '';
  protected heldAt = 0;
  protected heldAscii = true;
  /** The text being scanned: `held` and then the new segment. */
  protected text = '';
  protected heldLength = 0;
  protected segmentAt = 0;
  protected ascii = true;
  #cursorIndex = 0;
  #cursorByte = 0;

  constructor(sink: TokenSink, dialect: Dialect = STORED) {
    this.sink = sink;
    this.dataSink = sink;
    this.dialect = dialect;
  }

  protected begin(text: string, segmentAt: number, heldLength: number): void {
    this.text = text;
    this.segmentAt = segmentAt;
    this.heldLength = heldLength;
    this.ascii = true;
    this.#cursorIndex = heldLength;
    this.#cursorByte = segmentAt;
  }

  /** States and sinks throw a `CritiqueError` to end the scan; it becomes the `error` field. */
  protected caught(error: unknown): void {
    if (!(error instanceof CritiqueError)) throw error;
    this.error = error;
  }

  /** The byte offset of an index of the scanned text. Indexes must not go back by more than `held`. */
  protected byteAt(index: number): number {
    if (index < this.heldLength)
      return this.heldAt + (this.heldAscii ? index : Buffer.byteLength(this.text.slice(0, index)));
    if (this.ascii) return this.segmentAt + index - this.heldLength;
    if (index < this.#cursorIndex) {
      this.#cursorIndex = this.heldLength;
      this.#cursorByte = this.segmentAt;
    }
    this.#cursorByte += Buffer.byteLength(this.text.slice(this.#cursorIndex, index));
    this.#cursorIndex = index;
    return this.#cursorByte;
  }

  /** The first index whose byte offset is not below `byte`, searched from `from`. */
  protected indexAt(byte: number, from: number): number {
    let at = this.byteAt(from);
    let index = from;
    while (at < byte && index < this.text.length) {
      const code = this.text.charCodeAt(index);
      const pair = isPair(this.text, index);
      at += code < 0x80 ? 1 : code < 0x800 ? 2 : pair ? 4 : 3;
      index += pair ? 2 : 1;
    }
    return index;
  }

  protected hold(from: number): void {
    this.heldAt = this.byteAt(from);
    this.held = this.text.slice(from);
    this.heldAscii = this.ascii || Buffer.byteLength(this.held) === this.held.length;
  }

  /** Content up to `end` is about to pass: no open block may grow beyond its limit. */
  protected allow(end: number): void {
    if (this.byteAt(end) > this.blockLimit) this.oversize();
  }

  /** How much of a text up to `end` the limit lets pass: whoever hears it hears the same of it, however it was cut. */
  protected allowedEnd(from: number, end: number): number {
    return this.byteAt(end) <= this.blockLimit ? end : Math.min(end, this.indexAt(this.blockLimit, from));
  }

  protected oversize(): never {
    throw new OversizeBlockError('a block is larger than parserMaxBlockBytes allows', this.blockLimit);
  }
}

/** Whether a character of two units begins here. A half alone is one unit, and counts as the three of U+FFFD. */
export function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}

/** Where the longest tail of `text` that may still become `delimiter` begins; `text.length` when none does. */
export function partialEnd(text: string, from: number, delimiter: string): number {
  const first = delimiter.charCodeAt(0);
  for (let i = Math.max(from, text.length - delimiter.length + 1); i < text.length; i++) {
    if (text.charCodeAt(i) === first && isPrefixAtEnd(text, i, delimiter)) return i;
  }
  return text.length;
}

/** Whether the text ends, from `at` on, inside `delimiter` or exactly behind it. */
export function isPrefixAtEnd(text: string, at: number, delimiter: string): boolean {
  return text.length - at <= delimiter.length && delimiter.startsWith(text.slice(at));
}
