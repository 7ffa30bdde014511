/** Our side of a JSON-RPC conversation: which answer belongs to which question. */
import type { JsonFrame } from './dialogue.ts';

/** The peer's own no to a request. */
export class RequestFailure extends Error {
  override name = 'RequestFailure';
  readonly method: string;

  constructor(method: string, message: string) {
    super(message);
    this.method = method;
  }
}

interface Waiting {
  method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class Requests {
  readonly #write: (frame: object) => void;
  readonly #waiting = new Map<unknown, Waiting>();
  #next = 1;

  constructor(write: (frame: object) => void) {
    this.#write = write;
  }

  /** Never settles once it is abandoned. */
  ask(method: string, params: object): Promise<unknown> {
    const id = this.#next++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { method, resolve, reject });
    this.#write({ id, method, params });
    return promise;
  }

  /** True when the frame is an answer, ours or nobody's. */
  take(frame: JsonFrame): boolean {
    if ('method' in frame || !('id' in frame)) return false;
    const waiting = this.#waiting.get(frame.id);
    if (waiting === undefined) return true;
    this.#waiting.delete(frame.id);
    if ('error' in frame) waiting.reject(new RequestFailure(waiting.method, messageOf(frame.error)));
    else waiting.resolve(frame.result);
    return true;
  }

  abandon(): void {
    this.#waiting.clear();
  }
}

function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return typeof message === 'string' ? message : JSON.stringify(message ?? 'an error without words');
}
