/**
 * A stream's way to its client: bytes go to the socket itself, past the response's chunk framing.
 *
 * A bare `ServerResponse.write` loop reaches 0.6 to 0.8 of this at 1,000 clients (bench/sse-fanout.ts), and it corks until
 * the next tick, so that a burst of events within one tick looks like a client that stopped reading. Without
 * chunks the body ends with the connection, which is how a stream of events ends anyway.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { CloseReason, Sink } from '../host/stream/mailbox.ts';

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  Connection: 'close',
  // Proxies (nginx) would collect events into pages.
  'X-Accel-Buffering': 'no',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const;

const CLOSING = Buffer.from(': closing\n\n');

export interface StreamSink extends Sink {
  readonly closed: boolean;
  /** Resolves when bytes may be written again or the stream is closed; gives a client up that takes too long. */
  drain(timeoutMs: number): Promise<void>;
}

export interface SinkEvents {
  onDrain(): void;
  onClose(): void;
}

/** Sends the headers. `socket` is `response.socket`, which a pipelined response does not have yet. */
export function openSink(
  response: ServerResponse,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
  events: SinkEvents,
): StreamSink {
  response.removeHeader('Transfer-Encoding');
  response.writeHead(200, { ...STREAM_HEADERS, ...headers });
  response.flushHeaders();
  socket.setNoDelay(true);
  socket.on('drain', events.onDrain);
  let closed = false;
  response.once('close', () => {
    closed = true;
    socket.off('drain', events.onDrain);
    events.onClose();
  });

  return {
    get closed() {
      return closed;
    },
    write(bytes) {
      if (closed || !socket.writable) return false;
      socket.write(bytes);
      // Not write()'s own answer: that one is given before the kernel had its say.
      return socket.writableLength < socket.writableHighWaterMark;
    },
    close(reason: CloseReason) {
      if (closed) return;
      closed = true;
      // A client that takes nothing would never see a farewell; it comes back with its Last-Event-ID.
      if (reason !== 'shutdown') return void socket.destroy();
      socket.write(CLOSING);
      response.end();
    },
    async drain(timeoutMs) {
      if (closed || socket.writableLength < socket.writableHighWaterMark) return;
      const waiting = Promise.withResolvers<void>();
      const timer = setTimeout(() => socket.destroy(), timeoutMs);
      socket.once('drain', waiting.resolve);
      socket.once('close', waiting.resolve);
      await waiting.promise;
      clearTimeout(timer);
      socket.off('drain', waiting.resolve);
      socket.off('close', waiting.resolve);
    },
  };
}
