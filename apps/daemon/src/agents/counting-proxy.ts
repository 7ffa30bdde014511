/**
 * A way to the network on this machine's loopback that only counts: where an agent has no network of its own, and goes
 * through a proxy when its environment names one, its questions to the model pass here as they pass the relay of a
 * sandbox. It hands everything on, to wherever the agent wants, through the user's own proxy where there is one, and reads
 * nothing of it.
 */
import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
  request,
  type ServerResponse,
} from 'node:http';
import { request as secureRequest } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { CountedConnection, QuestionCount } from './question-count.ts';
import { authorizationAt, type UpstreamProxies } from './upstream-proxy.ts';

/** As at the relay. */
const MAX_CONNECTIONS = 64;
const HTTPS_PORT = 443;
const HTTP_PORT = 80;
/** Of one hop; the next has its own. */
const OF_A_HOP = ['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive'];

export interface CountingProxy {
  /** For the variables that name a proxy, with the word that lets one in. */
  readonly url: string;
  close(): Promise<void>;
}

export async function openCountingProxy(
  questions: QuestionCount,
  upstream: UpstreamProxies,
): Promise<CountingProxy> {
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
    if (isOurs(asked)) handOn(asked, answer, questions.connection(), upstream);
    else answer.writeHead(407).end();
  });
  // An answer may take as long as it takes.
  server.requestTimeout = 0;
  server.on('connection', (socket) => {
    keep(socket);
    if (live.size > MAX_CONNECTIONS) socket.destroy();
  });
  server.on('connect', (asked, inside: Socket, head: Buffer) => {
    if (isOurs(asked))
      tunnel(asked.url ?? '', inside, head, { counted: questions.connection(), keep, upstream });
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

interface Tunnel {
  counted: CountedConnection;
  keep: (socket: Socket) => void;
  upstream: UpstreamProxies;
}

/** Encrypted: bytes pass as they are. */
function tunnel(place: string, inside: Socket, head: Buffer, { counted, keep, upstream }: Tunnel): void {
  const [, host = '', port = ''] = /^\[?([^\]]+?)\]?(?::(\d+))?$/.exec(place) ?? [];
  const join = (out: Socket, before: Buffer): void => {
    inside.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (before.length > 0) inside.write(before);
    if (head.length > 0) out.write(head);
    // Before the pipe hears of it.
    inside.on('data', (bytes: Buffer) => {
      if (!counted.sends(bytes.length)) out.destroy();
    });
    out.on('data', (bytes: Buffer) => counted.hears(bytes.length));
    inside.pipe(out);
    out.pipe(inside);
  };
  const follow = (out: Socket): void => {
    keep(out);
    out.on('close', () => inside.destroy());
    inside.on('close', () => out.destroy());
  };
  const number = Number(port) || HTTPS_PORT;
  const proxy = upstream.of('https', host, number);
  if (proxy === null) {
    const out = connect({ host, port: number });
    follow(out);
    out.on('connect', () => join(out, Buffer.alloc(0)));
    return;
  }
  const target = host.includes(':') ? `[${host}]:${number}` : `${host}:${number}`;
  const asking = through(proxy, { method: 'CONNECT', path: target, headers: { host: target } });
  inside.on('close', () => asking.destroy());
  asking.on('socket', keep);
  asking.on('error', () => inside.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  asking.on('connect', (heard, out: Socket, before: Buffer) => {
    const { statusCode = 502, statusMessage = '' } = heard;
    if (statusCode >= 200 && statusCode < 300) {
      follow(out);
      join(out, before);
      return;
    }
    // Its no is the program's to read.
    out.destroy();
    inside.end(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n\r\n`);
  });
  asking.end();
}

/** A question to the user's own proxy, on a connection of its own. */
function through(
  proxy: URL,
  { headers, ...options }: RequestOptions & { headers: OutgoingHttpHeaders },
  onAnswer?: (heard: IncomingMessage) => void,
) {
  const isSecure = proxy.protocol === 'https:';
  const ask = isSecure ? secureRequest : request;
  return ask(
    {
      ...options,
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: Number(proxy.port) || (isSecure ? HTTPS_PORT : HTTP_PORT),
      headers: { ...headers, ...authorizationAt(proxy) },
      agent: false,
    },
    onAnswer,
  );
}

/** Not encrypted: a request with its whole address, each counted by itself. */
function handOn(
  asked: IncomingMessage,
  answer: ServerResponse,
  counted: CountedConnection,
  upstream: UpstreamProxies,
): void {
  const address = URL.parse(asked.url ?? '');
  if (address?.protocol !== 'http:') {
    answer.writeHead(400).end();
    return;
  }
  const headers: OutgoingHttpHeaders = Object.fromEntries(
    Object.entries(asked.headers).filter(([name]) => !OF_A_HOP.includes(name)),
  );
  headers.host = address.host;
  const method = asked.method ?? 'GET';
  const answered = (heard: IncomingMessage): void => {
    answer.writeHead(heard.statusCode ?? 502, heard.headers);
    heard.pipe(answer);
  };
  const proxy = upstream.of(
    'http',
    address.hostname.replace(/^\[|\]$/g, ''),
    Number(address.port) || HTTP_PORT,
  );
  const onward =
    proxy === null
      ? request(address, { method, headers }, answered)
      : through(proxy, { method, path: address.href, headers }, answered);
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
