/** Every request passes here first: who asks, how fast, and how a browser gets its session. */
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { note } from '../../work.ts';
import { refuse } from '../errors.ts';
import {
  type Admission,
  type Caller,
  createGuard,
  ENTRY_PATH,
  type GuardOptions,
  isVisit,
  KEY_HEADER,
  KEY_QUERY,
  LIVENESS_PATH,
  mayHaveSession,
  type Visitor,
} from '../guard.ts';
import {
  ASK_AGAIN_PAGE,
  ENTRY_CODE_SECONDS,
  ENTRY_POLICY,
  type EntryProblem,
  entryPage,
  KEY_POLICY,
  leadingTo,
} from './entry-page.ts';
import { createOnceCodes } from './once-codes.ts';
import { createRate, type RateLimit } from './request-rate.ts';
import { createTokenRate } from './token-rate.ts';

export interface AccessOptions extends GuardOptions {
  /** Of one client, whatever it asks for. @default REQUEST_RATE */
  requestRate?: RateLimit;
  /** Of one client, for what changes something and so has a body. @default CHANGE_RATE */
  changeRate?: RateLimit;
}

export const REQUEST_RATE: RateLimit = { burst: 10_000, perSecond: 1_000 };
export const CHANGE_RATE: RateLimit = { burst: 3_000, perSecond: 300 };

const ENTRY_CODES = { seconds: ENTRY_CODE_SECONDS, most: 16 };
/** For one answer at one address: a link that was followed, a frame. A page of design systems has dozens. */
const LOOK_CODES = { seconds: 60, most: 256 };
const LOOK_QUERY = 'once';

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
  const codes = createOnceCodes(clock, ENTRY_CODES);
  const looks = createOnceCodes(clock, LOOK_CODES);
  const mayAsk = createRate(options.requestRate ?? REQUEST_RATE, clock);
  const mayChange = createRate(options.changeRate ?? CHANGE_RATE, clock);
  const tokenRate = createTokenRate(clock);

  const middleware: MiddlewareHandler = async (c, next) => {
    const visitor = visitorOf(c);
    const admission = admit(c, visitor);
    const client = clientOf(c, admission.admitted ? admission.caller : 'nobody');
    // Browsers and HTTP libraries resolve these before they send: who sends them wants to be taken elsewhere.
    if (admission.admitted && DOT_SEGMENT.test(rawTarget(c)))
      return refuse(c, 'not_found', 'there is nothing at an address with dots for folders');
    const isEntry = visitor.path === ENTRY_PATH && visitor.method === 'GET';
    // Before the rate of strangers: a good code is no stranger's, however fast others ask.
    const entered = admission.admitted && isEntry ? enter(c, admission.caller) : null;
    if (entered !== null)
      // Where another site led here, the browser would follow a redirect without the new cookie: our own page leads on.
      return mayHaveSession(visitor) ? c.html(leadingTo(entered), 200, OWN_PAGE) : c.redirect(entered, 303);
    const ofToken = admission.admitted && admission.named !== undefined ? tokenRate(admission.named) : 0;
    const wait = ofToken || mayAsk(client) || (CHANGES.has(visitor.method) ? mayChange(client) : 0);
    if (wait > 0)
      return refuse(c, 'too_many_requests', `too many requests: ask again in ${wait} s`, {
        'Retry-After': `${wait}`,
      });
    if (!admission.admitted) {
      const address = (c.env as ServerBindings | undefined)?.incoming?.socket.remoteAddress ?? null;
      note({ kind: 'refused', facts: { code: admission.code, address, method: visitor.method } });
      if (admission.code === 'unauthorized' && acceptsPage(c)) {
        if (admission.lacksKey === true && isVisit(visitor)) return noSession(c, 'none', 'perhaps a key');
        return mayHaveSession(visitor) ? page(c, ASK_AGAIN_PAGE) : noSession(c, 'none');
      }
      const challenge = admission.code === 'unauthorized' ? { 'WWW-Authenticate': 'Bearer' } : undefined;
      return refuse(c, admission.code, admission.message, challenge);
    }
    if (isEntry) return noSession(c, 'used');
    if (visitor.path === LIVENESS_PATH && admission.caller === 'nobody') return c.json({ status: 'ok' });
    if (admission.setCookie !== null) c.header('Set-Cookie', admission.setCookie);
    if (admission.caller === 'session' && c.req.query(KEY_QUERY) !== undefined && visitor.method === 'GET')
      return c.redirect(lookAddress(c), 303);
    return next();
  };

  function admit(c: Context, visitor: Visitor): Admission {
    const admission = guard.admit(visitor);
    const mayLook = !admission.admitted && admission.lacksKey === true && visitor.method === 'GET';
    if (!mayLook || !looks.redeem(c.req.query(LOOK_QUERY) ?? '', visitor.path)) return admission;
    return { admitted: true, caller: 'session', setCookie: null };
  }

  /**
   * The same without the key. Whoever wrote the page that is answered can have its address told to any site, whatever we say
   * of referrers: what stands in it then is spent.
   */
  function lookAddress(c: Context): string {
    const query = new URLSearchParams(c.req.query());
    query.delete(KEY_QUERY);
    query.set(LOOK_QUERY, looks.issue(c.req.path));
    return `${c.req.path}?${query}`;
  }

  /** Where to go on; null for who may not come in. */
  function enter(c: Context, caller: Caller): string | null {
    if (!codes.redeem(c.req.query('code') ?? ''))
      // Opened again, or reloaded: who is in already needs no code. The key is for a code alone, never for a cookie.
      return caller === 'nobody' ? null : '/';
    const session = guard.beginSession(c.req.header('host') ?? null);
    if (session === null) return '/';
    c.header('Set-Cookie', session.cookie);
    // Behind the # it is sent to nobody; the app keeps it and takes it out of the address.
    return `/#key=${session.key}`;
  }

  return { middleware, issueEntry: () => `${ENTRY_PATH}?code=${codes.issue()}` };
}

const OWN_PAGE = { 'Content-Security-Policy': ENTRY_POLICY };

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
    key: header(KEY_HEADER) ?? (c.req.method === 'GET' ? c.req.query(KEY_QUERY) : undefined) ?? null,
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

function noSession(c: Context, problem: EntryProblem, may?: 'perhaps a key'): Response {
  const words = entryPage(problem, c.req.header('accept-language') ?? null, may);
  return page(c, words, may === undefined ? ENTRY_POLICY : KEY_POLICY);
}

function page(c: Context, html: string, policy = ENTRY_POLICY): Response {
  return c.html(html, 401, { 'Content-Security-Policy': policy });
}
