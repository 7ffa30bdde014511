/** A client of the event stream that keeps what it got, over a bare socket: nothing between test and wire. */
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';

export interface WireEvent {
  id: number | null;
  event: string;
  data: unknown;
}

export interface StreamClient {
  readonly socket: Socket;
  readonly closed: boolean;
  /** Everything received, headers included. */
  readonly text: string;
  readonly head: string;
  readonly events: WireEvent[];
  /** Ids of the numbered events, in the order they came. */
  readonly ids: number[];
  /** Waits until this many numbered events came. */
  numbered(count: number): Promise<void>;
}

export function openClient(port: number, path: string, headers: Record<string, string> = {}): StreamClient {
  const socket = connect(port, '127.0.0.1');
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const chunks: Buffer[] = [];
  let closed = false;
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => {});
  socket.on('close', () => {
    closed = true;
  });
  const client: StreamClient = {
    socket,
    get closed() {
      return closed;
    },
    get text() {
      return Buffer.concat(chunks).toString();
    },
    get head() {
      return client.text.split('\r\n\r\n', 1)[0] ?? '';
    },
    get events() {
      return eventsIn(client.text.slice(client.head.length + 4));
    },
    get ids() {
      return client.events.flatMap(({ id }) => (id === null ? [] : [id]));
    },
    numbered: (count) => expect.poll(() => client.ids.length, { timeout: 10_000 }).toBe(count),
  };
  return client;
}

/** Only whole events: what follows the last blank line is not one yet, as in a browser. */
export function eventsIn(body: string): WireEvent[] {
  return body
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const fields = new Map(
        block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]),
      );
      const [event, data, id] = [fields.get('event'), fields.get('data'), fields.get('id')];
      if (event === undefined || data === undefined) return [];
      return [{ id: id === undefined ? null : Number(id), event, data: JSON.parse(data) }];
    });
}
