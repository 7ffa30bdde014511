/**
 * Bytes that say nothing by themselves, such as a provider's pings: they prove that somebody is there. `watch` notes
 * them on their way into the client, `between` puts them among the parts that come out of it.
 */

export interface Heartbeat {
  watch(fetch: typeof globalThis.fetch): typeof globalThis.fetch;
  between<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part | 'beat', void, undefined>;
}

/** At most so often: a beat only has to come before the shortest idle deadline. */
const BEAT_MS = 1_000;

export function createHeartbeat(): Heartbeat {
  let ring: (() => void) | null = null;
  let last = 0;
  const touch = (): void => {
    if (performance.now() - last < BEAT_MS) return;
    last = performance.now();
    ring?.();
  };

  return {
    watch: (fetch) => async (input, init) => {
      const response = await fetch(input, init);
      touch();
      if (response.body === null) return response;
      const listener = new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, controller) {
          touch();
          controller.enqueue(bytes);
        },
      });
      return new Response(response.body.pipeThrough(listener), {
        status: response.status,
        statusText: response.statusText,
        headers: response.headers,
      });
    },
    async *between(parts) {
      const iterator = parts[Symbol.asyncIterator]();
      try {
        let coming = iterator.next();
        while (true) {
          const beat = Promise.withResolvers<'beat'>();
          ring = () => beat.resolve('beat');
          const heard = await Promise.race([coming, beat.promise]);
          ring = null;
          if (heard === 'beat') {
            yield 'beat';
            continue;
          }
          if (heard.done === true) return;
          last = performance.now();
          yield heard.value;
          coming = iterator.next();
        }
      } finally {
        ring = null;
        await iterator.return?.();
      }
    },
  };
}
