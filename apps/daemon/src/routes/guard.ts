/**
 * Who may ask. A port of this machine is open to every user of it and to every page the user visits, so:
 * - `Host` must be a name we answer to, or a page could rebind its own name to 127.0.0.1 and read us;
 * - a request that changes something must not come from another site;
 * - nothing that holds data is answered without the token or a session that was begun with it: a cookie, and a key that
 *   pages of ours alone have.
 * The socket in the data folder needs none of this: only its owner can open it.
 */
import { isIP } from 'node:net';
import type { ErrorCode } from '@design-jury/contracts/http';
import { type NamedToken, tokenHash } from '../store/named-tokens.ts';
import { outOfScope } from './access/scope.ts';
import { equalSecrets } from './access/secrets.ts';
import { createSessions } from './access/session.ts';

const MIN_TOKEN_CHARS = 16;

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1'];
const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** The program itself, which is published: it holds nothing of its user's. */
const OPEN_PATHS = /^\/(?:assets\/[^/]*|icon\.svg|preview\.html)$/;
/** Says to anybody that the daemon lives, and no more. */
export const LIVENESS_PATH = '/api/health';

export interface GuardOptions {
  /** The address the server listens on. */
  host: string;
  /** Without one every process of this machine may ask: for tests and tools that own their daemon. */
  token?: string | undefined;
  /** Tokens besides it, some for certain projects only. @default none */
  namedTokens?: (() => readonly NamedToken[]) | undefined;
  /** More names to answer to, without port. */
  allowedHosts?: readonly string[] | undefined;
  /** Other origins whose pages may change things, such as a development server of the web app. */
  allowedOrigins?: readonly string[] | undefined;
  /** Milliseconds. @default Date.now */
  clock?: (() => number) | undefined;
}

/** The parts of a request that decide. Header values as received; null when absent. */
export interface Visitor {
  /** Which of the daemon's two doors it came through. */
  via: 'port' | 'socket';
  method: string;
  path: string;
  host: string | null;
  origin: string | null;
  fetchSite: string | null;
  fetchMode: string | null;
  fetchDest: string | null;
  authorization: string | null;
  cookie: string | null;
  /** Of the session, from the header or, where a link leads, from the address. */
  key: string | null;
}

export const ENTRY_PATH = '/enter';
export const KEY_HEADER = 'jury-key';
export const KEY_QUERY = 'key';
/** What a cookie alone opens: the pages of the app, which are published, and what a deployed page is painted with. */
const DATA_PATHS = /^\/(?:api\/|metrics$|sites\/(?![^/]+\/style\.css$))/;

/** `nobody` asked for what anybody may see. */
export type Caller = 'socket' | 'token' | 'session' | 'everybody' | 'nobody';

export type Admission =
  /** `setCookie`: the session is begun anew, so that one that is used does not end. */
  | {
      admitted: true;
      caller: Caller;
      setCookie: string | null /** With which token, where it has a name. */;
      named?: NamedToken;
    }
  /** `lacksKey`: there is the cookie of a session; a page of ours would have the key. */
  | {
      admitted: false;
      code: Extract<ErrorCode, 'forbidden' | 'unauthorized'>;
      message: string;
      lacksKey?: true;
    };

export interface Guard {
  admit(visitor: Visitor): Admission;
  /** The two halves of a new session; null where none is needed. */
  beginSession(host: string | null): { cookie: string; key: string } | null;
}

export function isLoopback(host: string): boolean {
  return LOOPBACK_NAMES.includes(host.toLowerCase()) || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Throws when the options would leave a reachable daemon open. */
export function createGuard(options: GuardOptions): Guard {
  const { token, clock = Date.now } = options;
  const local = isLoopback(options.host);
  if (!local && token === undefined)
    throw new Error(`listening on ${options.host} needs a token: anyone who reaches it could start runs`);
  if (token !== undefined && token.length < MIN_TOKEN_CHARS)
    throw new Error(`the token needs at least ${MIN_TOKEN_CHARS} characters`);
  const names = new Set(
    [...LOOPBACK_NAMES, options.host, ...(options.allowedHosts ?? [])].map((name) => name.toLowerCase()),
  );
  const origins = new Set(options.allowedOrigins);
  const namedToken = (bearer: string): NamedToken | undefined => {
    const hash = tokenHash(bearer);
    return options.namedTokens?.().find(({ sha256 }) => equalSecrets(sha256, hash));
  };
  const sessions = token === undefined ? null : createSessions(token, clock);

  return {
    beginSession: (host) =>
      sessions === null ? null : { cookie: sessions.begin(host), key: sessions.pageKey },
    admit(visitor) {
      if (visitor.via === 'socket') return admitted('socket');
      const name = hostName(visitor.host);
      // Rebinding needs a name; an address cannot be rebound, so a reachable daemon answers to its addresses.
      if (name === null || !(names.has(name) || (!local && isIP(name) !== 0)))
        return forbidden('this Host is not one the daemon answers to');
      const crossSite = crossSiteProblem(visitor, origins);
      if (crossSite !== null) return forbidden(crossSite);
      if (token === undefined || sessions === null) return admitted('everybody');
      const bearer = /^Bearer +(\S+)$/i.exec(visitor.authorization ?? '')?.[1];
      if (bearer !== undefined && equalSecrets(bearer, token)) return admitted('token');
      const named = bearer === undefined ? undefined : namedToken(bearer);
      if (named !== undefined) {
        const problem = outOfScope(named, visitor.path);
        return problem === null ? { ...admitted('token'), named } : forbidden(problem);
      }
      const session = sessions.find(visitor.cookie, visitor.host);
      const hasKey = visitor.key !== null && equalSecrets(visitor.key, sessions.pageKey);
      if (session !== 'none' && (hasKey || !DATA_PATHS.test(visitor.path)))
        return admitted('session', session === 'renew' ? sessions.begin(visitor.host) : null);
      if (session !== 'none' && !isOpen(visitor)) return { ...unauthorized(), lacksKey: true };
      return isOpen(visitor) ? admitted('nobody') : unauthorized();
    },
  };
}

function isOpen({ method, path }: Visitor): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return path === ENTRY_PATH || path === LIVENESS_PATH || OPEN_PATHS.test(path);
}

function hostName(host: string | null): string | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i.exec(host ?? '');
  return (match?.[1] ?? match?.[2])?.toLowerCase() ?? null;
}

function crossSiteProblem(visitor: Visitor, allowed: ReadonlySet<string>): string | null {
  const { origin, fetchSite, host } = visitor;
  if (origin !== null && allowed.has(origin)) return null;
  const own = origin === `http://${host}` || origin === `https://${host}`;
  // `same-site` is another port of this machine: somebody else's page.
  const elsewhere = fetchSite !== null && fetchSite !== 'same-origin' && fetchSite !== 'none';
  if (READING_METHODS.has(visitor.method)) {
    // No answer carries CORS headers, so others cannot read; but they need not hold our connections either.
    return elsewhere && !own && !isVisit(visitor) ? 'requests from other sites are refused' : null;
  }
  if (origin !== null && !own) return 'this Origin may not change anything here';
  return elsewhere ? 'requests from other sites are refused' : null;
}

/** A page of its own, not one inside another site's. */
export function isVisit({ fetchMode, fetchDest }: Pick<Visitor, 'fetchMode' | 'fetchDest'>): boolean {
  return fetchMode === 'navigate' && (fetchDest === null || fetchDest === 'document');
}

/** A visit from a link elsewhere comes without a cookie that is there: asked from a page of ours it would be sent. */
export function mayHaveSession(visitor: Visitor): boolean {
  const { method, fetchSite } = visitor;
  return method === 'GET' && isVisit(visitor) && (fetchSite === 'cross-site' || fetchSite === 'same-site');
}

function admitted(caller: Caller, setCookie: string | null = null): Extract<Admission, { admitted: true }> {
  return { admitted: true, caller, setCookie };
}

function unauthorized(): Extract<Admission, { admitted: false }> {
  const message =
    'no session here; open the address that `jury open` prints, or send Authorization: Bearer <token>';
  return { admitted: false, code: 'unauthorized', message };
}

function forbidden(message: string): Admission {
  return { admitted: false, code: 'forbidden', message };
}
