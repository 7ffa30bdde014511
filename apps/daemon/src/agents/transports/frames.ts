/** One JSON value per line, from bytes: what every conversational transport speaks over a pipe. */
import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';

export type Frame =
  | { type: 'json'; value: Readonly<Record<string, unknown>> }
  /** A line that does not pretend to be a frame: a banner, a warning of the program's runtime. */
  | { type: 'noise'; text: string }
  | { type: 'broken'; why: string };

/** Large enough for a whole answer with its page, escaped; a longer line is no frame. */
const MAX_FRAME_BYTES = 64 * 1_048_576;
const SHOWN = 120;
const LINE_FEED = 10;

/**
 * Linear in the bytes for any chunking: only new bytes are searched for an end of line. The line ends are bytes,
 * never characters: U+2028 inside a string is text.
 */
export class FrameReader {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #length = 0;
  #overlong = false;

  constructor(maxBytes = MAX_FRAME_BYTES) {
    this.#maxBytes = maxBytes;
  }

  push(bytes: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    let from = 0;
    for (;;) {
      const end = bytes.indexOf(LINE_FEED, from);
      if (end < 0) break;
      this.#hold(bytes.subarray(from, end));
      this.#take(frames);
      from = end + 1;
    }
    this.#hold(bytes.subarray(from));
    return frames;
  }

  /** What was left without an end of line. */
  end(): Frame[] {
    const frames: Frame[] = [];
    this.#take(frames);
    return frames;
  }

  #hold(piece: Uint8Array): void {
    if (piece.length === 0 || this.#overlong) return;
    this.#length += piece.length;
    if (this.#length > this.#maxBytes) {
      this.#overlong = true;
      this.#pieces = [];
    } else this.#pieces.push(piece);
  }

  #take(frames: Frame[]): void {
    const pieces = this.#pieces;
    const overlong = this.#overlong;
    this.#pieces = [];
    this.#length = 0;
    this.#overlong = false;
    if (overlong) {
      frames.push({ type: 'broken', why: `a line of more than ${this.#maxBytes} bytes` });
      return;
    }
    const text = withoutColours(decode(pieces)).trim();
    if (text !== '') frames.push(frameOf(text));
  }
}

function decode(pieces: readonly Uint8Array[]): string {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1)
    return Buffer.from(only.buffer, only.byteOffset, only.length).toString('utf8');
  // A character may be split over two pieces.
  const decoder = new StringDecoder('utf8');
  return pieces.map((piece) => decoder.write(Buffer.from(piece))).join('') + decoder.end();
}

/** JSON has no raw escape in it: whatever begins with one was meant for a terminal. */
function withoutColours(text: string): string {
  return text.includes('\u001b') ? stripVTControlCharacters(text) : text;
}

function frameOf(text: string): Frame {
  if (!text.startsWith('{')) {
    return text.startsWith('[') ? arrayFrame(text) : { type: 'noise', text: text.slice(0, SHOWN) };
  }
  try {
    return { type: 'json', value: JSON.parse(text) };
  } catch {
    return { type: 'broken', why: `a line that is not JSON: ${text.slice(0, SHOWN)}` };
  }
}

/** `[warn] …` is a banner, `[{…}]` is a batch, which none of the protocols has. */
function arrayFrame(text: string): Frame {
  try {
    JSON.parse(text);
    return { type: 'broken', why: 'a batch of messages' };
  } catch {
    return { type: 'noise', text: text.slice(0, SHOWN) };
  }
}
