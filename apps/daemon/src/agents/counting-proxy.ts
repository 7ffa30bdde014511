/**
 * A way to the network on this machine's loopback that only counts: where an agent has no network of its own, and goes
 * through a proxy when its environment names one, its questions to the model pass here as they pass the relay of a
 * sandbox. It hands everything on, to wherever the agent wants, and reads nothing of it.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { CountedConnection, QuestionCount } from './question-count.ts';

/** As at the relay. */
const MAX_CONNECTIONS = 64;
const HTTPS_PORT = 443;
/** Of one hop; the next has its own. */
const OF_A_HOP = ['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive'];

export interface CountingProxy {
  /** For the variables that name a proxy, with the word that lets one in. */
  readonly url: string;
  close(): Promise<void>;
}

export async function openCountingProxy(questions: QuestionCount): Promise<CountingProxy> {
  const word = randomUUID();
  const expected = `Basic ${Buffer.from(`jury:${word}`).toString('base64')}`;
  const isOurs = ({ headers }: IncomingMessage): boolean => headers['proxy-authorization'] === expected;
  const live = new Set<Socket>();
  const keep = (socket: Socket): void => {
    live.add(socket);
    socket.on('close', () => live.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((asked, answer) => {
    if (isOurs(asked)) handOn(asked, answer, questions.connection());
    else answer.writeHead(407).end();
  });
  // An answer may take as long as it takes.
  server.requestTimeout = 0;
  server.on('connection', (socket) => {
    keep(socket);
    if (live.size > MAX_CONNECTIONS) socket.destroy();
  });
  server.on('connect', (asked, inside: Socket, head: Buffer) => {
    if (isOurs(asked)) tunnel(asked.url ?? '', inside, head, { counted: questions.connection(), keep });
    else inside.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  // Nobody waits for an agent because of it.
  server.unref();
  return {
    url: `http://jury:${word}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of live) socket.destroy();
      await closed;
    },
  };
}

/** Encrypted: bytes pass as they are. */
function tunnel(
  place: string,
  inside: Socket,
  head: Buffer,
  { counted, keep }: { counted: CountedConnection; keep: (socket: Socket) => void },
): void {
  const [, host = '', port = ''] = /^\[?([^\]]+?)\]?(?::(\d+))?$/.exec(place) ?? [];
  const out = connect({ host, port: Number(port) || HTTPS_PORT });
  keep(out);
  out.on('close', () => inside.destroy());
  inside.on('close', () => out.destroy());
  out.on('connect', () => {
    inside.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) out.write(head);
    // Before the pipe hears of it.
    inside.on('data', (bytes: Buffer) => {
      if (!counted.sends(bytes.length)) out.destroy();
    });
    out.on('data', (bytes: Buffer) => counted.hears(bytes.length));
    inside.pipe(out);
    out.pipe(inside);
  });
}

/** Not encrypted: a request with its whole address, each counted by itself. */
function handOn(asked: IncomingMessage, answer: ServerResponse, counted: CountedConnection): void {
  const address = URL.parse(asked.url ?? '');
  if (address?.protocol !== 'http:') {
    answer.writeHead(400).end();
    return;
  }
  const headers = Object.fromEntries(
    Object.entries(asked.headers).filter(([name]) => !OF_A_HOP.includes(name)),
  );
  headers.host = address.host;
  const onward = request(address, { method: asked.method ?? 'GET', headers }, (heard) => {
    answer.writeHead(heard.statusCode ?? 502, heard.headers);
    heard.pipe(answer);
  });
  onward.on('error', () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end();
  });
  answer.on('close', () => onward.destroy());
  asked.on('data', (bytes: Buffer) => {
    if (!counted.sends(bytes.length)) onward.destroy();
  });
  asked.pipe(onward);
}
