/**
 * MCP over HTTP, as one function from request to answer. Clients of 2026-07-28 are served request by request; those of
 * 2025-11-25 have sessions, because only within one can they be asked something.
 */
import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  type ServerNotifier,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

export interface McpFace {
  fetch(request: Request): Promise<Response>;
  /** Tells whoever listens that something changed. */
  notify: ServerNotifier;
  close(): Promise<void>;
}

export interface McpFaceOptions {
  createServer(): McpServer;
  /** Hears of what goes wrong outside of any answer. */
  onError(error: Error): void;
}

/** Of clients of 2025-11-25; the one that was quiet longest makes room for a new one. */
const MOST_SESSIONS = 64;
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const SESSION_HEADER = 'mcp-session-id';
const NO_SESSION = -32001;
const BAD_REQUEST = -32000;

interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  server: McpServer;
}

export function mcpFace({ createServer, onError }: McpFaceOptions): McpFace {
  const modern = createMcpHandler(createServer, {
    legacy: 'reject',
    onerror: onError,
    maxRequestBodySize: MAX_BODY_BYTES,
  });
  /** The one used last stands last. */
  const sessions = new Map<string, Session>();

  const begin = async (): Promise<Session> => {
    for (const [id, { server }] of sessions) {
      if (sessions.size < MOST_SESSIONS) break;
      sessions.delete(id);
      await server.close();
    }
    const session: Session = {
      server: createServer(),
      transport: new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        maxRequestBodySize: MAX_BODY_BYTES,
        onsessioninitialized: (id) => void sessions.set(id, session),
        onsessionclosed: (id) => void sessions.delete(id),
      }),
    };
    session.transport.onerror = onError;
    await session.server.connect(session.transport);
    return session;
  };

  return {
    notify: modern.notify,
    async fetch(request) {
      if (!(await isLegacyRequest(request, undefined, { maxRequestBodySize: MAX_BODY_BYTES })))
        return modern.fetch(request);
      const id = request.headers.get(SESSION_HEADER);
      if (id === null) {
        if (request.method !== 'POST') return refusal(400, BAD_REQUEST, 'this needs a session');
        const session = await begin();
        const answer = await session.transport.handleRequest(request);
        // Whatever it was, it was no beginning: nobody will come back to it.
        if (session.transport.sessionId === undefined) await session.server.close();
        return answer;
      }
      const session = sessions.get(id);
      if (session === undefined) return refusal(404, NO_SESSION, 'this session is over: begin another');
      sessions.delete(id);
      sessions.set(id, session);
      return session.transport.handleRequest(request);
    },
    async close() {
      const all = [...sessions.values()];
      sessions.clear();
      await Promise.all([modern.close(), ...all.map(({ server }) => server.close())]);
    },
  };
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status });
}
