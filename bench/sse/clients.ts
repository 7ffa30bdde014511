/** A crowd of SSE clients over bare sockets. Run by sse-fanout.ts. */
import { connect, type Socket } from 'node:net';
import { EVENTS_PATH, endMark, type FromClients, now, type ToClients } from './protocol.ts';

/** Longer than an end mark with what may follow it. */
const TAIL_CHARS = 64;
const AWAIT_TIMEOUT_MS = 40_000;

interface Client {
  stuck: boolean;
  tail: string;
  socket: Socket | null;
}

/** One buffer for all: reading must cost the crowd as little as possible. */
const READ_BUFFER = Buffer.alloc(256 * 1024);
const groups = new Map<string, Client[]>();
let watch: { mark: string; group: string; left: number; done: () => void } | null = null;

/** Resolves with the first bytes, which are the headers. */
function open(group: string, port: number, stuck: boolean): Promise<Client> {
  const { promise, resolve, reject } = Promise.withResolvers<Client>();
  const client: Client = { stuck, tail: '', socket: null };
  const callback = (bytes: number): boolean => {
    if (stuck) socket.pause();
    resolve(client);
    look(group, client, bytes);
    return true;
  };
  const socket = connect({ port, host: '127.0.0.1', onread: { buffer: READ_BUFFER, callback } });
  client.socket = socket;
  socket.on('error', reject);
  socket.write(`GET ${EVENTS_PATH} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  return promise;
}

function look(group: string, client: Client, bytes: number): void {
  const fresh = READ_BUFFER.toString('latin1', Math.max(0, bytes - TAIL_CHARS), bytes);
  client.tail = (client.tail + fresh).slice(-TAIL_CHARS);
  if (watch === null || watch.group !== group || client.stuck || !client.tail.includes(watch.mark)) return;
  client.tail = '';
  if (--watch.left === 0) watch.done();
}

async function answer(message: ToClients): Promise<FromClients> {
  switch (message.do) {
    case 'connect': {
      const { group, port, count, stuck } = message;
      const clients = groups.get(group) ?? [];
      groups.set(group, clients);
      for (let from = 0; from < count; from += 100) {
        const batch = Array.from({ length: Math.min(100, count - from) }, (_, i) =>
          open(group, port, from + i < stuck),
        );
        clients.push(...(await Promise.all(batch)));
      }
      return { did: 'connect' };
    }
    case 'await': {
      const { promise, resolve } = Promise.withResolvers<void>();
      const expected = (groups.get(message.group) ?? []).filter(({ stuck }) => !stuck).length;
      const watching = { mark: endMark(message.burst), group: message.group, left: expected, done: resolve };
      watch = watching;
      const timer = setTimeout(resolve, AWAIT_TIMEOUT_MS);
      await promise;
      clearTimeout(timer);
      return { did: 'await', at: now(), complete: (expected - watching.left) / expected };
    }
    case 'disconnect': {
      for (const { socket } of groups.get(message.group) ?? []) socket?.destroy();
      groups.delete(message.group);
      return { did: 'disconnect' };
    }
  }
}

process.on('message', async (message: ToClients) => process.send?.(await answer(message)));
