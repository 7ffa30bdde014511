/**
 * `fetch` for addresses that the operator has set: no redirect, which would carry the key to wherever it points, and
 * an answer that ends, because the client keeps what it has not understood yet.
 */
import { GuardError } from '../../net/guard.ts';

const MAX_RESPONSE_BYTES = 64 * 1_048_576;

export function createOperatorFetch(maxResponseBytes: number = MAX_RESPONSE_BYTES): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' });
    if (response.body === null) return response;
    let bytes = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length;
        if (bytes <= maxResponseBytes) controller.enqueue(chunk);
        else
          controller.error(
            new GuardError('too_large', `the answer is larger than ${maxResponseBytes} bytes`),
          );
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
  };
}
