/** Every request passes here first: who asks, how fast, and how a browser gets its session. */
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { refuse } from '../errors.ts';
import {
  type Caller,
  createGuard,
  type GuardOptions,
  LIVENESS_PATH,
  mayHaveSession,
  type Visitor,
} from '../guard.ts';
import { createEntryCodes, ENTRY_CODE_SECONDS, ENTRY_PATH } from './entry-codes.ts';
import { ASK_AGAIN_PAGE, ENTRY_POLICY, type EntryProblem, entryPage } from './entry-page.ts';
import { createRate, type RateLimit } from './request-rate.ts';

export interface AccessOptions extends GuardOptions {
  /** Of one client, whatever it asks for. @default REQUEST_RATE */
  requestRate?: RateLimit;
  /** Of one client, for what changes something and so has a body. @default CHANGE_RATE */
  changeRate?: RateLimit;
}

export const REQUEST_RATE: RateLimit = { burst: 10_000, perSecond: 1_000 };
export const CHANGE_RATE: RateLimit = { burst: 3_000, perSecond: 300 };

export interface Access {
  middleware: MiddlewareHandler;
  /** A path that begins one session in a browser. */
  issueEntry(): string;
}

/** What the server hands over with a request; a test without a socket hands over nothing. */
export interface ServerBindings extends HttpBindings {
  via?: 'socket';
}

/** `.` or `..` between slashes, however it is written. */
const DOT_SEGMENT = /^[^?#]*[\\/](?:\.|%2e){1,2}(?:[\\/?#;]|%2f|%5c|$)/i;
const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export function createAccess(options: AccessOptions): Access {
  const clock = options.clock ?? Date.now;
  const guard = createGuard(options);
  const codes = createEntryCodes(clock);
  const mayAsk = createRate(options.requestRate ?? REQUEST_RATE, clock);
  const mayChange = createRate(options.changeRate ?? CHANGE_RATE, clock);

  const middleware: MiddlewareHandler = async (c, next) => {
    const visitor = visitorOf(c);
    const admission = guard.admit(visitor);
    const client = clientOf(c, admission.admitted ? admission.caller : 'nobody');
    // Browsers and HTTP libraries resolve these before they send: who sends them wants to be taken elsewhere.
    if (admission.admitted && DOT_SEGMENT.test(rawTarget(c)))
      return refuse(c, 'not_found', 'there is nothing at an address with dots for folders');
    const isEntry = visitor.path === ENTRY_PATH && visitor.method === 'GET';
    // Before the rate of strangers: a good code is no stranger's, however fast others ask.
    if (admission.admitted && isEntry && mayEnter(c, admission.caller)) return c.redirect('/', 303);
    const wait = mayAsk(client) || (CHANGES.has(visitor.method) ? mayChange(client) : 0);
    if (wait > 0)
      return refuse(c, 'too_many_requests', `too many requests: ask again in ${wait} s`, {
        'Retry-After': `${wait}`,
      });
    if (!admission.admitted) {
      if (admission.code === 'unauthorized' && acceptsPage(c))
        return mayHaveSession(visitor) ? page(c, ASK_AGAIN_PAGE) : noSession(c, 'none');
      const challenge = admission.code === 'unauthorized' ? { 'WWW-Authenticate': 'Bearer' } : undefined;
      return refuse(c, admission.code, admission.message, challenge);
    }
    if (isEntry) return noSession(c, 'used');
    if (visitor.path === LIVENESS_PATH && admission.caller === 'nobody') return c.json({ status: 'ok' });
    if (admission.setCookie !== null) c.header('Set-Cookie', admission.setCookie);
    return next();
  };

  function mayEnter(c: Context, caller: Caller): boolean {
    // Opened again, or reloaded: who is in already needs no code.
    if (caller !== 'nobody') return true;
    if (!codes.redeem(c.req.query('code') ?? '')) return false;
    const cookie = guard.beginSession(c.req.header('host') ?? null);
    if (cookie !== null) c.header('Set-Cookie', cookie);
    return true;
  }

  return { middleware, issueEntry: () => codes.issue() };
}

/** For a process of the same user, which asks through the socket, and for who has the token. */
export function mountEntry(app: Hono, access: Access, ownUrl: () => string | null): void {
  app.post('/api/entry', (c) => {
    const path = access.issueEntry();
    return c.json({ path, url: `${ownUrl() ?? ''}${path}`, expiresInSeconds: ENTRY_CODE_SECONDS }, 201);
  });
}

function visitorOf(c: Context): Visitor {
  const header = (name: string): string | null => c.req.header(name) ?? null;
  return {
    via: (c.env as ServerBindings | undefined)?.via ?? 'port',
    method: c.req.method,
    path: c.req.path,
    host: header('host'),
    origin: header('origin'),
    fetchSite: header('sec-fetch-site'),
    fetchMode: header('sec-fetch-mode'),
    fetchDest: header('sec-fetch-dest'),
    authorization: header('authorization'),
    cookie: header('cookie'),
  };
}

/** The address as it was sent; `c.req.path` is resolved. */
function rawTarget(c: Context): string {
  return (c.env as ServerBindings | undefined)?.incoming?.url ?? '';
}

/** Strangers are told apart by their address, so that none of them uses up what the owner may ask. */
function clientOf(c: Context, caller: Caller): string {
  const address = (c.env as ServerBindings | undefined)?.incoming?.socket.remoteAddress ?? '';
  return `${caller} ${caller === 'socket' ? '' : address}`;
}

function acceptsPage(c: Context): boolean {
  return c.req.method === 'GET' && (c.req.header('accept')?.includes('text/html') ?? false);
}

function noSession(c: Context, problem: EntryProblem): Response {
  return page(c, entryPage(problem, c.req.header('accept-language') ?? null));
}

function page(c: Context, html: string): Response {
  return c.html(html, 401, { 'Content-Security-Policy': ENTRY_POLICY });
}
