/** The lines a client sends, as far as they are messages. One that is none is answered, as JSON-RPC asks: whoever sent it may be waiting. */
import { Transform, type TransformCallback } from 'node:stream';

/** As many as the server itself would hold of a line; what is longer is left to it. */
const MOST_BYTES = 10 * 1024 * 1024;
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

export class AnsweredLines extends Transform {
  readonly #answer: (text: string) => void;
  #held: Buffer[] = [];
  #bytes = 0;
  /** Within a line that is too long to be held: it goes on as it comes. */
  #passes = false;

  /** @param answer writes a line to the client */
  constructor(answer: (text: string) => void) {
    super();
    this.#answer = answer;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      this.#take(rest.subarray(0, end + 1));
      this.#line();
      rest = rest.subarray(end + 1);
    }
    this.#take(rest);
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.#bytes > 0) this.#line();
    done();
  }

  #take(bytes: Buffer): void {
    if (this.#passes) {
      this.push(bytes);
      return;
    }
    this.#held.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes <= MOST_BYTES) return;
    this.#passes = true;
    this.push(this.#heldBytes());
  }

  #line(): void {
    if (this.#passes) {
      this.#passes = false;
      return;
    }
    const bytes = this.#heldBytes();
    const text = bytes.toString('utf8').trim();
    const fault = text === '' ? null : faultOf(text);
    if (fault === null) this.push(bytes);
    else this.#answer(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: fault })}\n`);
  }

  #heldBytes(): Buffer {
    const bytes = Buffer.concat(this.#held);
    this.#held = [];
    this.#bytes = 0;
    return bytes;
  }
}

function faultOf(text: string): { code: number; message: string } | null {
  try {
    const message: unknown = JSON.parse(text);
    const isMessage =
      typeof message === 'object' &&
      message !== null &&
      'jsonrpc' in message &&
      message.jsonrpc === '2.0' &&
      ('method' in message || 'result' in message || 'error' in message);
    return isMessage ? null : { code: INVALID_REQUEST, message: 'the line is no message of JSON-RPC 2.0' };
  } catch {
    return { code: PARSE_ERROR, message: 'the line is not JSON' };
  }
}
