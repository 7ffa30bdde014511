/** Hono's own way to stream events, as its documentation shows it: what the fan-out benchmark measures us against. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { PublishedItem } from '../../host/stream/bus.ts';

export interface HonoStream {
  port: number;
  streams(): number;
  publish(item: PublishedItem): void;
}

export async function startHonoStream(path: string): Promise<HonoStream> {
  const clients = new Set<SSEStreamingApi>();
  const app = new Hono();
  app.get(path, (c) =>
    streamSSE(c, async (stream) => {
      clients.add(stream);
      await new Promise<void>((resolve) => stream.onAbort(resolve));
      clients.delete(stream);
    }),
  );
  const { promise, resolve } = Promise.withResolvers<number>();
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info) => resolve(info.port));
  return {
    port: await promise,
    streams: () => clients.size,
    publish({ id, event, line }) {
      for (const client of clients) void client.writeSSE({ id: String(id), event: event.type, data: line });
    },
  };
}
