/** The daemon's socket: timeouts, connection limits, heartbeats and an orderly end. */
import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Redactor } from './agents/redact.ts';
import type { FaultReport } from './fault-report.ts';
import { CHANGE_RATE, createAccess, REQUEST_RATE } from './routes/access/access.ts';
import { listenOnSocket, type OwnSocket } from './routes/access/socket.ts';
import { type AppOptions, createApp } from './routes/app.ts';
import { MAX_TOTAL_BODY_BYTES } from './routes/request.ts';
import { logLine } from './shown-text.ts';

/** What the app takes, with defaults of the daemon where it has none; and what is the socket's own. */
export interface ServerOptions
  extends Pick<AppOptions, 'jury' | 'bus'>,
    Partial<Omit<AppOptions, 'jury' | 'bus' | 'access' | 'ownUrl'>> {
  /** @default '127.0.0.1' */
  host?: string;
  /** 0 takes a free one. @default 0 */
  port?: number;
  /** The data folder in which programs of the same user find a socket. Without it there is none. */
  socketIn?: string;
  /** @default 15 s */
  heartbeatMs?: number;
  /** @default 8192 */
  maxConnections?: number;
}

export const SERVER_DEFAULTS = {
  host: '127.0.0.1',
  port: 0,
  maxBodyBytes: 12 * 1024 * 1024,
  maxTotalBodyBytes: MAX_TOTAL_BODY_BYTES,
  requestRate: REQUEST_RATE,
  changeRate: CHANGE_RATE,
  heartbeatMs: 15_000,
  retryMs: 2_000,
  stallMs: 30_000,
  maxStreams: 4096,
  maxConnections: 8192,
  report: (error: unknown): ReturnType<FaultReport> =>
    console.error(logLine({ level: 'error', name: 'http', message: new Redactor().message(String(error)) })),
} as const satisfies Partial<ServerOptions>;

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_TIMEOUT_MS = 5_000;
/** How often Node looks for connections that are over their time. */
const TIMEOUT_CHECK_MS = 5_000;
const MAX_HEADERS = 100;
/** How often the daemon looks for retries that another process was asked for and did not start. */
const RETRY_LOOK_MS = 5_000;
const BACKLOG = 1024;

export interface ServerAddress {
  host: string;
  port: number;
  url: string;
  /** Opened in a browser, begins a session there: once, and for a time. */
  entryUrl: string;
  /** Null where none was asked for or none could be made. */
  socket: OwnSocket | null;
}

export interface JuryServer {
  listen(): Promise<ServerAddress>;
  /** Ends streams with a comment, lets requests finish for `graceMs`, then cuts what is left. */
  close(graceMs?: number): Promise<void>;
}

/** Throws for options that would leave a reachable daemon open. */
export function createServer(given: ServerOptions): JuryServer {
  const options = { ...SERVER_DEFAULTS, ...given };
  const access = createAccess({ ...options, token: given.token });
  const server = createListener(options.maxConnections);
  const local = createListener(options.maxConnections);
  const ownUrl = (): string | null => (server.listening ? urlOf(server, options.host) : null);
  const app = createApp({ ...options, token: given.token, access, ownUrl });
  // The daemon may share its process with tests and tools: their global Request stays what it is.
  const own = { overrideGlobalObjects: false };
  const listener = getRequestListener(app.fetch, own);
  server.on('request', (incoming, outgoing) => void listener(incoming, outgoing));
  const bySocket = getRequestListener((request, env) => app.fetch(request, { ...env, via: 'socket' }), own);
  local.on('request', (incoming, outgoing) => void bySocket(incoming, outgoing));
  let heartbeat: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  const settle = (): void => void options.jury.settleRetries().catch(options.report);

  return {
    async listen() {
      server.listen({ host: options.host, port: options.port, backlog: BACKLOG });
      await once(server, 'listening');
      const socket = given.socketIn === undefined ? null : await listenOnSocket(local, given.socketIn);
      heartbeat = setInterval(() => options.bus.beat(), options.heartbeatMs).unref();
      looking = setInterval(settle, RETRY_LOOK_MS).unref();
      void Promise.resolve(options.recovery).then(settle, () => {});
      const url = urlOf(server, options.host);
      return { host: options.host, port: portOf(server), url, entryUrl: url + access.issueEntry(), socket };
    },
    async close(graceMs = 2_000) {
      clearInterval(heartbeat);
      clearInterval(looking);
      if (!server.listening) return;
      const open = [server, local].filter(({ listening }) => listening);
      const closed = Promise.all(open.map((one) => once(one, 'close')));
      for (const one of open) one.close();
      options.bus.shutdown();
      const cut = setTimeout(() => {
        for (const one of open) one.closeAllConnections();
      }, graceMs);
      await closed;
      clearTimeout(cut);
    },
  };
}

function createListener(maxConnections: number): Server {
  const server = createHttpServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    noDelay: true,
  });
  server.maxHeadersCount = MAX_HEADERS;
  server.maxConnections = maxConnections;
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

function urlOf(server: Server, host: string): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server)}`;
}
