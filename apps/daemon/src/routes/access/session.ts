/**
 * Sessions of browsers. What the cookie holds is a time, signed with the token: nothing is stored, a session outlives
 * the process that began it, and another token ends all of them.
 */
import { createHmac } from 'node:crypto';
import { equalSecrets } from './secrets.ts';

const SESSION_SECONDS = 30 * 24 * 3600;
/** A session that is used is made anew once this little of it is left. */
const RENEW_SECONDS = SESSION_SECONDS / 2;
const VALUE = /^([0-9a-z]{1,10})\.([A-Za-z0-9_-]{43})$/;
/** Cookies belong to a host, not to a port: two daemons on one host need two names. */
const COOKIE_NAME = 'design_jury_';
const HTTP_PORT = '80';

export interface Sessions {
  /**
   * What a page of ours sends besides the cookie, and keeps by its origin, port included. A browser sends the cookie to
   * every port of the host: who serves another one is given it, and has half of a session.
   */
  readonly pageKey: string;
  /** The header that begins one, for who asked with this `Host`. */
  begin(host: string | null): string;
  /** Whether a `Cookie` header holds a session, and whether it should be begun anew. */
  find(cookie: string | null, host: string | null): 'none' | 'valid' | 'renew';
}

export function createSessions(token: string, clock: () => number): Sessions {
  const key = createHmac('sha256', token).update('design-jury session 1').digest();
  const sign = (until: string): string => createHmac('sha256', key).update(until).digest('base64url');
  const pageKey = createHmac('sha256', token).update('design-jury page key 1').digest('base64url');
  const seconds = (): number => Math.floor(clock() / 1000);
  return {
    pageKey,
    begin(host) {
      const until = (seconds() + SESSION_SECONDS).toString(36);
      const value = `${until}.${sign(until)}`;
      return `${sessionCookie(host)}=${value}; Path=/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Strict`;
    },
    find(cookie, host) {
      // Another port of this host can add a cookie of our name: it must not hide the true one.
      const found = cookieValues(cookie, sessionCookie(host)).map(secondsLeft);
      const left = Math.max(0, ...found);
      if (left === 0) return 'none';
      return left < RENEW_SECONDS ? 'renew' : 'valid';
    },
  };

  function secondsLeft(value: string): number {
    const [, until = '', signature = ''] = VALUE.exec(value) ?? [];
    if (signature === '' || !equalSecrets(signature, sign(until))) return 0;
    return Number.parseInt(until, 36) - seconds();
  }
}

/** By the port the browser sees, which is not ours behind a proxy or a container. */
function sessionCookie(host: string | null): string {
  return `${COOKIE_NAME}${/:(\d{1,5})$/.exec(host ?? '')?.[1] ?? HTTP_PORT}`;
}

function cookieValues(header: string | null, name: string): string[] {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}
