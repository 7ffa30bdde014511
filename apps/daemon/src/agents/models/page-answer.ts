/**
 * A web page in the place of a model's answer, with status 200: the sign-in page of a network, or an address that is
 * not that of an API. Clients would say that a stream ended early, and nobody would look at the address.
 */

export class PageAnswerError extends Error {
  override name = 'PageAnswerError';
}

const PAGE_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;
/** JSON, events and lines of JSON never begin so. */
const PAGE_START = /^\s*<(?:!doctype\s+html|html|head|body|title)\b/i;
const LOOKED_AT_BYTES = 256;

/** `variable` names where the address came from, for whoever has to put it right. */
export function refusingPages(fetch: typeof globalThis.fetch, variable: string): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null) return response;
    const refusal = (): PageAnswerError =>
      new PageAnswerError(
        `${originOf(input)} answers ${response.status} with a web page (HTML) and not as a model's API. Check ${variable}, and whether this network asks to sign in first.`,
      );
    if (PAGE_TYPE.test(response.headers.get('content-type') ?? '')) {
      await response.body.cancel().catch(() => {});
      throw refusal();
    }
    let looked = false;
    const look = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        const isPage = !looked && PAGE_START.test(Buffer.from(bytes.subarray(0, LOOKED_AT_BYTES)).toString());
        looked = true;
        if (isPage) controller.error(refusal());
        else controller.enqueue(bytes);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(look), { status, statusText, headers });
  };
}

function originOf(input: Parameters<typeof fetch>[0]): string {
  return URL.parse(input instanceof Request ? input.url : String(input))?.origin ?? 'the address';
}
