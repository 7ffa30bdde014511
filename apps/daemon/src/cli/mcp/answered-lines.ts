/** The lines a client sends, as far as they are messages. One that is none is answered, as JSON-RPC asks: whoever sent it may be waiting. */
import { Transform, type TransformCallback } from 'node:stream';

/** As many as the server itself would hold of a line; what is longer is left to it. */
const MOST_BYTES = 10 * 1024 * 1024;
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** Writes a line to the client; resolves when there is room for the next, so that who sends and never reads fills no memory. */
type Answer = (text: string) => Promise<void> | void;

export class AnsweredLines extends Transform {
  readonly #answer: Answer;
  #held: Buffer[] = [];
  #bytes = 0;
  /** Within a line that is too long to be held: it goes on as it comes. */
  #passes = false;

  constructor(answer: Answer) {
    super();
    this.#answer = answer;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#read(chunk).then(() => done(), done);
  }

  override _flush(done: TransformCallback): void {
    Promise.resolve(this.#bytes > 0 ? this.#line() : undefined).then(() => done(), done);
  }

  async #read(chunk: Buffer): Promise<void> {
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      this.#take(rest.subarray(0, end + 1));
      await this.#line();
      rest = rest.subarray(end + 1);
    }
    this.#take(rest);
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

  async #line(): Promise<void> {
    if (this.#passes) {
      this.#passes = false;
      return;
    }
    const bytes = this.#heldBytes();
    const text = bytes.toString('utf8').trim();
    const fault = text === '' ? null : faultOf(text);
    if (fault === null) this.push(bytes);
    else await this.#answer(`${JSON.stringify({ jsonrpc: '2.0', ...fault })}\n`);
  }

  #heldBytes(): Buffer {
    const bytes = Buffer.concat(this.#held);
    this.#held = [];
    this.#bytes = 0;
    return bytes;
  }
}

interface Fault {
  /** Of the line, where it has one that a client could look for. */
  id: string | number | null;
  error: { code: number; message: string };
}

function faultOf(text: string): Fault | null {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { id: null, error: { code: PARSE_ERROR, message: 'the line is not JSON' } };
  }
  const isMessage =
    typeof message === 'object' &&
    message !== null &&
    'jsonrpc' in message &&
    message.jsonrpc === '2.0' &&
    ('method' in message || 'result' in message || 'error' in message);
  if (isMessage) return null;
  const error = { code: INVALID_REQUEST, message: 'the line is no message of JSON-RPC 2.0' };
  return { id: idOf(message), error };
}

function idOf(message: unknown): Fault['id'] {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
