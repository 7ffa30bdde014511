/**
 * Who may ask. A daemon on loopback is open to every page the user visits, so:
 * - `Host` must be a name we answer to, or a page could rebind its own name to 127.0.0.1 and read us;
 * - a request that changes something must not come from another site;
 * - beyond loopback nothing is answered without the token.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { ErrorCode } from '@design-jury/contracts/http';

export const TOKEN_COOKIE = 'design_jury_token';
const MIN_TOKEN_CHARS = 16;

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1'];
const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface GuardOptions {
  /** The address the server listens on. */
  host: string;
  token?: string | undefined;
  /** More names to answer to, without port. */
  allowedHosts?: readonly string[] | undefined;
  /** Other origins whose pages may change things, such as a development server of the web app. */
  allowedOrigins?: readonly string[] | undefined;
}

/** The parts of a request that decide. Header values as received; null when absent. */
export interface Visitor {
  method: string;
  host: string | null;
  origin: string | null;
  fetchSite: string | null;
  fetchMode: string | null;
  authorization: string | null;
  cookie: string | null;
  queryToken: string | null;
}

/** `setCookie`: the token came in the URL and is now remembered where scripts cannot read it. */
export type Admission =
  | { admitted: true; setCookie: string | null }
  | { admitted: false; code: Extract<ErrorCode, 'forbidden' | 'unauthorized'>; message: string };

export function isLoopback(host: string): boolean {
  return LOOPBACK_NAMES.includes(host.toLowerCase()) || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Throws when the options would leave a reachable daemon open. */
export function createGuard(options: GuardOptions): (visitor: Visitor) => Admission {
  const local = isLoopback(options.host);
  if (!local && options.token === undefined)
    throw new Error(`listening on ${options.host} needs a token: anyone who reaches it could start runs`);
  if (options.token !== undefined && options.token.length < MIN_TOKEN_CHARS)
    throw new Error(`the token needs at least ${MIN_TOKEN_CHARS} characters`);
  const names = new Set(
    [...LOOPBACK_NAMES, options.host, ...(options.allowedHosts ?? [])].map((name) => name.toLowerCase()),
  );
  const origins = new Set(options.allowedOrigins);
  const expected = options.token === undefined ? null : digest(options.token);

  return (visitor) => {
    const name = hostName(visitor.host);
    // Rebinding needs a name; an address cannot be rebound, so a reachable daemon answers to its addresses.
    if (name === null || !(names.has(name) || (!local && isIP(name) !== 0)))
      return forbidden('this Host is not one the daemon answers to');
    const crossSite = crossSiteProblem(visitor, origins);
    if (crossSite !== null) return forbidden(crossSite);
    return expected === null ? { admitted: true, setCookie: null } : checkToken(visitor, expected);
  };
}

function hostName(host: string | null): string | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i.exec(host ?? '');
  return (match?.[1] ?? match?.[2])?.toLowerCase() ?? null;
}

function crossSiteProblem(visitor: Visitor, allowed: ReadonlySet<string>): string | null {
  const { origin, fetchSite, fetchMode, host } = visitor;
  if (origin !== null && allowed.has(origin)) return null;
  const own = origin === `http://${host}` || origin === `https://${host}`;
  if (READING_METHODS.has(visitor.method)) {
    // No answer carries CORS headers, so others cannot read; but they need not hold our connections either.
    const embedded = fetchSite === 'cross-site' && fetchMode !== 'navigate';
    return embedded && !own ? 'requests from other sites are refused' : null;
  }
  if (origin !== null && !own) return 'this Origin may not change anything here';
  // `same-site` is another port of this machine: somebody else's page.
  if (fetchSite !== null && fetchSite !== 'same-origin' && fetchSite !== 'none')
    return 'requests from other sites are refused';
  return null;
}

function checkToken(visitor: Visitor, expected: Buffer): Admission {
  const bearer = /^Bearer +(\S+)$/i.exec(visitor.authorization ?? '')?.[1] ?? null;
  if (matches(bearer, expected) || matches(cookieValue(visitor.cookie), expected))
    return { admitted: true, setCookie: null };
  if (visitor.queryToken !== null && matches(visitor.queryToken, expected)) {
    const value = encodeURIComponent(visitor.queryToken);
    return { admitted: true, setCookie: `${TOKEN_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Strict` };
  }
  return {
    admitted: false,
    code: 'unauthorized',
    message: 'a valid token is needed: send Authorization: Bearer <token>',
  };
}

function cookieValue(header: string | null): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name !== TOKEN_COOKIE || value === undefined) continue;
    try {
      return decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return null;
}

/** Digests have one length, so the comparison reveals nothing about the token's. */
function matches(given: string | null, expected: Buffer): boolean {
  return given !== null && timingSafeEqual(digest(given), expected);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function forbidden(message: string): Admission {
  return { admitted: false, code: 'forbidden', message };
}
